import { redirect } from 'react-router';
import { editorOf } from '#app/items/drafts/editor.ts';
import { confirmPage } from '#app/pages/page-checks.server.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/page-check';

/** Says that a page is still right, and shows the Overview again. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const { id } = args.params;
  await readForm(args.request, []);
  const outcome = await confirmPage(write, id, { now, by: editorOf(args.context.get(requestContextKey)) });
  if (outcome?.kind === 'saved')
    await recordActivity(args, 'item-saved', `/pages/${id} ${outcome.item.title}`);
  throw redirect('/admin#checks', 303);
}

export function loader() {
  throw redirect('/admin');
}
