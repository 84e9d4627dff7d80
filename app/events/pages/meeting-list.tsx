import { loadMeetings } from '#app/events/meetings/load-meetings.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/meeting-list';
import { MeetingsView } from './meetings-view.tsx';

export const handle: RouteHandle = { page: MeetingList };

export default MeetingList;

/** `/meetings`: the meetings of all public bodies. A town without bodies has no such page. */
export async function loader(args: Route.LoaderArgs) {
  const context = readContext(args);
  return { ...(await loadMeetings(context, args.url)), siteUrl: context.siteUrl };
}

function MeetingList({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  return <MeetingsView {...loaderData} />;
}
