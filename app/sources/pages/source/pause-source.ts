import { data, redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { pauseSource } from '#app/sources/source-store.server.ts';
import type { Route } from './+types/pause-source';
import { requireSource } from './load-source.server.ts';

/** The source is not checked until it is resumed. */
export async function action(args: Route.ActionArgs) {
  const { id } = args.params;
  const { name } = await requireSource(args, id);
  if (!(await pauseSource(writeContext(args).write, id))) throw data(null, { status: 404 });
  await recordActivity(args, 'source-changed', name);
  return redirect(`/admin/sources/${id}?saved=1`, 303);
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/sources/${params.id}`);
}
