import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatDate } from '#app/platform/time/town-time.ts';
import { listPollDigests, type PollDigest } from '#app/polls/poll-digest.server.ts';
import { timeWords } from '#app/polls/poll-state.ts';
import type { Town } from '#app/town/town.ts';
import type { PollEntry } from './edition.ts';
import { type ItemKey, keyOf } from './issue.ts';

/** The maximum number of options of a result. */
const MOST_RESULTS = 6;

/** Those of the keys that are public polls that have opened at `now`, by their keys. Open polls have no results. */
export async function findPolls(
  db: ReadDb,
  { town, now }: { town: Town; now: number },
  keys: ItemKey[],
): Promise<Map<string, PollEntry>> {
  const ids = keys.filter(({ collection }) => collection === 'polls').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { locale } = town;
  const request = { now, ids, limit: ids.length, locale, keepUntil: () => {} };
  const entries = (await listPollDigests(db, request)).map((poll) => entryOf(poll, town, now));
  return new Map(entries.map((entry) => [keyOf(entry), entry]));
}

function entryOf(poll: PollDigest, town: Town, now: number): PollEntry {
  const { id, title, state } = poll;
  // The votes of members come first.
  const table = poll.results?.tables[0];
  const results = (table?.rows ?? []).slice(0, MOST_RESULTS);
  return {
    collection: 'polls',
    id,
    title,
    path: `/polls/${id}`,
    source: null,
    isOpen: state === 'open',
    time: timeWords(poll, now, town),
    until: state === 'open' && poll.closesAt !== null ? formatDate(poll.closesAt, town) : null,
    options: poll.options.map(({ text }) => text),
    results: results.map(({ text, share, votes }) => ({ text, share, votes })),
    turnout: table?.caption ?? '',
  };
}
