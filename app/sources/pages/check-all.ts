import { redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { listSources } from '#app/sources/checks/read-sources.server.ts';
import { requestCheck } from '#app/sources/source-store.server.ts';
import type { Route } from './+types/check-all';

/** Checks all sources that are not paused, in the background. */
export async function action(args: Route.ActionArgs) {
  const { write, town, now } = writeContext(args);
  const sources = await listSources(write, { now, zone: town.timeZone });
  const active = sources.filter(({ state }) => state !== 'paused');
  for (const { id } of active) await requestCheck(write, id, now);
  return redirect(`/admin/sources?checking=${active.length}`, 303);
}

export function loader() {
  return redirect('/admin/sources');
}
