import { loadMeetings, requireBody } from '#app/events/meetings/load-meetings.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/body-meetings';
import { MeetingsView } from './meetings-view.tsx';

export const handle: RouteHandle = { page: BodyMeetings };

export default BodyMeetings;

/** `/meetings/{body}`: the meetings of one public body. An earlier address redirects to the present one. */
export async function loader(args: Route.LoaderArgs) {
  const context = readContext(args);
  const body = requireBody(context.town, args.params.body);
  return { ...(await loadMeetings(context, args.url, body)), siteUrl: context.siteUrl };
}

function BodyMeetings({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  return <MeetingsView {...loaderData} />;
}
