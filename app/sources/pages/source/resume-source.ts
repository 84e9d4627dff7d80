import { data, redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { resumeSource } from '#app/sources/source-store.server.ts';
import type { Route } from './+types/resume-source';
import { requireSource } from './load-source.server.ts';

/** The source is checked again, at its new address if it moved. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const { id } = args.params;
  const { name } = await requireSource(args, id);
  const resumed = await resumeSource(write, id, now);
  if (resumed.outcome === 'missing') throw data(null, { status: 404 });
  if (resumed.outcome === 'taken') return redirect(`/admin/sources/${id}?taken=${resumed.id}`, 303);
  await recordActivity(args, 'source-changed', name);
  return redirect(`/admin/sources/${id}?saved=1`, 303);
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/sources/${params.id}`);
}
