/** Public polls: those that are not archived, open ones first. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type { Poll } from './poll.ts';

/** What lists show of a poll. `deck` is the first words of its description. */
export type PollTeaser = Pick<
  Poll,
  'id' | 'title' | 'voters' | 'resultsShown' | 'opensAt' | 'closesAt' | 'closedAt' | 'round'
> & { deck: string };

const teaserColumns = [
  'id',
  'title',
  'deck',
  'voters',
  'resultsShown',
  'opensAt',
  'closesAt',
  'closedAt',
  'round',
] as const;

/** By closing time, the latest first: open polls close later than closed ones, so they come first at any instant. */
export const publicOrder: ListOrder = { column: 'endsAt', direction: 'desc', kind: 'number' };

export function listPublicPolls(db: ReadDb, request: PageRequest): Promise<Page<PollTeaser>> {
  const query = db
    .selectFrom('poll')
    .select([...teaserColumns, 'endsAt'])
    .where('archived', '=', 0);
  return paginateWalking(query, publicOrder, request);
}

/** How many polls that are not closed yet the front page reads. */
const MOST_CURRENT = 50;

/** Polls that are not closed yet, open or not, the newest first. */
export function listCurrentPolls(db: ReadDb, now: number): Promise<PollTeaser[]> {
  return db
    .selectFrom('poll')
    .select(teaserColumns)
    .where('archived', '=', 0)
    .where('endsAt', '>', now)
    .orderBy('endsAt', 'asc')
    .orderBy('id', 'asc')
    .limit(MOST_CURRENT)
    .execute();
}
