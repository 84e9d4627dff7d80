import { redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { readDecision } from '#app/sources/inbox/decision.ts';
import { runDecision } from '#app/sources/inbox/decisions.server.ts';
import type { Route } from './+types/inbox-selection';
import { inboxPath, returnTo } from './inbox-return.server.ts';

/** Decides about the selected stacks of the inbox. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData();
  const { town, now } = writeContext(args);
  const ids = form.getAll('id').map(String);
  const { decision } = readDecision(form.get('do'), { until: form.get('until') }, { town, now });
  if (ids.length === 0 || !decision) {
    const back = inboxPath(form.get('back'));
    back.searchParams.set('choose', ids.length === 0 ? 'items' : 'day');
    return redirect(`${back.pathname}${back.search}`, 303);
  }
  return returnTo(form.get('back'), ids, await runDecision(args, ids, decision, { whole: true }));
}

/** This address has no page. */
export function loader() {
  return redirect('/admin/inbox');
}
