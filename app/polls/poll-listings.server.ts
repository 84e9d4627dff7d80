/** Polls for search, sitemaps and share images. */
import type {
  AdminRow,
  CurrentItems,
  FacetContext,
  FoundContext,
  FoundItem,
  PictureWords,
} from '#app/items/collection/facets.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import {
  daysBetween,
  formatDayParts,
  formatShortDate,
  type TownClock,
  townDayOf,
} from '#app/platform/time/town-time.ts';
import { countVotes } from '#app/polls/votes/vote-count.server.ts';
import type { Poll } from './poll.ts';
import { findNextChange, stateOf, timeWords } from './poll-state.ts';
import { findPoll } from './poll-store.server.ts';

/** The polls with these ids as search results. */
export async function listFoundPolls(
  db: ReadDb,
  ids: string[],
  { clock, now, keepUntil }: FoundContext,
): Promise<FoundItem[]> {
  const rows = await db
    .selectFrom('poll')
    .select(['id', 'title', 'description', 'opensAt', 'closesAt', 'closedAt'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, title, description, ...times }) => {
    keepUntil?.(findNextChange(times, now) ?? Number.POSITIVE_INFINITY);
    return {
      id,
      title,
      text: description.replace(/\s+/g, ' '),
      href: `/polls/${id}`,
      facts: [timeWords(times, now, clock)],
    };
  });
}

/** The rows of the sitemap, without archived polls. */
export function selectPollPages(db: ReadDb) {
  return db
    .selectFrom('poll')
    .select(['id', 'title', 'updatedAt', 'titleKey', 'closedAt'])
    .where('archived', '=', 0);
}

/** How many polls are open, and when the first of them closes. */
export async function findOpenPolls({ read, town, now }: FacetContext): Promise<CurrentItems | undefined> {
  const { count, first } = await read
    .selectFrom('poll')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      fn.min<number | string>('closesAt').as('first'),
    ])
    .where('archived', '=', 0)
    .where('endsAt', '>', now)
    .where((eb) => eb.or([eb('opensAt', 'is', null), eb('opensAt', '<=', now)]))
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return undefined;
  const closes =
    first === null ? '' : `, ${Number(count) > 1 ? 'one ' : ''}closes ${dayWords(Number(first), now, town)}`;
  return { text: `${count} open${closes}`, href: '/polls' };
}

/** 'today', 'Friday' within a week, 'Dec 12'. */
function dayWords(at: number, now: number, clock: TownClock): string {
  const days = daysBetween(townDayOf(now, clock.timeZone), townDayOf(at, clock.timeZone));
  if (days === 0) return 'today';
  const { weekday, month, day } = formatDayParts(at, clock);
  return days < 7 ? weekday : `${month} ${day}`;
}

/** The share image of a poll: its question, without results. */
export async function findPollPicture(
  { read, town, now, keepUntil }: FacetContext,
  id: string,
): Promise<PictureWords | undefined> {
  const poll = await findPoll(read, id);
  if (!poll) return undefined;
  keepUntil(findNextChange(poll, now) ?? Number.POSITIVE_INFINITY);
  const foot = `Poll — ${timeWords(poll, now, town)}`;
  return { headline: poll.title, foot, image: undefined, picture: poll.picture };
}

const stateWords = { open: 'Open', scheduled: 'Scheduled', closed: 'Closed' } as const;

/** The polls as the admin list shows them, with how many have voted in each. */
export async function listPollRows(polls: Poll[], { read, town, now }: FacetContext): Promise<AdminRow[]> {
  const ids = polls.map(({ id }) => id);
  const tallies = await countVotes(read, ids);
  return polls.map((poll) => {
    const closes = poll.closedAt ?? poll.closesAt;
    return {
      id: poll.id,
      title: poll.title,
      cells: [
        poll.archived ? 'Archived' : stateWords[stateOf(poll, now)],
        String(tallies.get(poll.id)?.voters ?? 0),
        closes === null ? '–' : formatShortDate(closes, town),
      ],
      link: { path: 'voting', label: 'Results' },
    };
  });
}

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
