import { redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { hidden, several } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { readDecision } from '#app/sources/inbox/decision.ts';
import { runDecision } from '#app/sources/inbox/decisions.server.ts';
import type { Route } from './+types/inbox-selection';
import { inboxPath, returnTo } from './inbox-return.server.ts';

/** Decides about the selected stacks of the inbox. */
export async function action(args: Route.ActionArgs) {
  const { values } = await readForm(args.request, [several('id'), hidden('do', 'until', 'back')]);
  const { town, now } = writeContext(args);
  const { id: ids } = values;
  const { decision } = readDecision(values.do, values, { town, now });
  if (ids.length === 0 || !decision) {
    const back = inboxPath(values.back);
    back.searchParams.set('choose', ids.length === 0 ? 'items' : 'day');
    return redirect(`${back.pathname}${back.search}`, 303);
  }
  return returnTo(values.back, ids, await runDecision(args, ids, decision, { whole: true }));
}

/** This address has no page. */
export function loader() {
  return redirect('/admin/inbox');
}
