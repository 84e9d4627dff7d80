import { data, redirect } from 'react-router';
import { writeVisit } from '#app/context.ts';
import { requestCheck } from '#app/sources/source-store.server.ts';
import type { Route } from './+types/check-source';

/** Checks a source now. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeVisit(args);
  const { id } = args.params;
  if (!(await requestCheck(write, id, now))) throw data(null, { status: 404 });
  return redirect(`/admin/sources/${id}?checking=1`, 303);
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/sources/${params.id}`);
}
