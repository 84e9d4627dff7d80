import type { WriteDb } from '#app/platform/database/handles.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { pollTables, savePoll } from '#app/polls/poll-store.server.ts';
import { castVote } from '#app/polls/votes/vote-store.server.ts';

/** All tables with rows of a poll. */
export const tablesOfPolls = ['poll', ...Object.keys(pollTables)];

/** An open poll `rink`, until `closesAt`, in which the members june and otto have voted. */
export async function openPollWithVotes(
  write: WriteDb,
  { now, closesAt }: { now: number; closesAt: number | null },
) {
  const input = { id: 'rink', title: 'Rink?', description: 'Why.', options: ['Yes', 'No'], closesAt };
  const outcome = await savePoll(write, input, { now });
  if (outcome.kind !== 'saved') throw new Error(outcome.kind);
  for (const id of ['june', 'otto']) {
    await write.insertInto('site_user').values({ id, newsletterOptIn: 0, createdAt: 0 }).execute();
    const option = outcome.item.options[0]?.id ?? '';
    await castVote(write, outcome.item, { kind: 'member', id, isVerified: true }, [option], now);
  }
  return outcome.item;
}

/** The rows of these tables, as text. */
export async function readTables(write: WriteDb, tables: string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const rows = await (write as AnyDb).selectFrom(table).selectAll().execute();
    found[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}
