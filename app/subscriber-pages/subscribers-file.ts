import { writeVisit } from '#app/context.ts';
import { noteDone } from '#app/note-done.server.ts';
import { exportSubscribers } from '#app/subscribers/export-subscribers.server.ts';
import { settleMembers } from '#app/subscribers/settle-members.server.ts';
import type { Route } from './+types/subscribers-file';
import { csvResponse } from './csv-response.ts';

/** All subscribers as a table for spreadsheets. */
export async function loader(args: Route.LoaderArgs) {
  const { services, now } = writeVisit(args);
  await settleMembers(services.write, now);
  await noteDone(args, 'subscribers-exported');
  return csvResponse('subscribers.csv', exportSubscribers(services.read));
}
