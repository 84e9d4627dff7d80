import { exportSubscribers } from '#app/newsletter/subscribers/export-subscribers.server.ts';
import { settleMembers } from '#app/newsletter/subscribers/settle-members.server.ts';
import { writeVisit } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';
import type { Route } from './+types/subscribers-file';
import { csvResponse } from './csv-response.ts';

/** All subscribers as a table for spreadsheets. */
export async function loader(args: Route.LoaderArgs) {
  const { services, now } = writeVisit(args);
  await settleMembers(services.write, now);
  await noteDone(args, 'subscribers-exported');
  return csvResponse('subscribers.csv', exportSubscribers(services.read));
}
