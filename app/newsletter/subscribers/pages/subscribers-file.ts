import { exportSubscribers } from '#app/newsletter/subscribers/export-subscribers.server.ts';
import { syncMembers } from '#app/newsletter/subscribers/sync-members.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { Route } from './+types/subscribers-file';
import { csvResponse } from './csv-response.ts';

/** All subscribers as a table for spreadsheets. */
export async function loader(args: Route.LoaderArgs) {
  const { services, now } = writeContext(args);
  await syncMembers(services.write, now);
  await recordActivity(args, 'subscribers-exported');
  return csvResponse('subscribers.csv', exportSubscribers(services.read));
}
