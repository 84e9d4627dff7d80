import { redirect } from 'react-router';
import { movePage } from '#app/pages/page-order.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/page-move';

/** Moves a page of the menu or the footer up or down, and shows the list again. */
export async function action(args: Route.ActionArgs) {
  const { write } = writeContext(args);
  const { values } = await readForm(args.request, [hidden('to')]);
  const { id } = args.params;
  if (values.to === 'up' || values.to === 'down') await movePage(write, id, values.to);
  throw redirect('/admin/pages#order', 303);
}

export function loader() {
  throw redirect('/admin/pages');
}
