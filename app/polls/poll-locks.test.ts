import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { castVote } from '#app/polls/votes/vote-store.server.ts';
import { withPostgres } from '../../tests/each-database.ts';
import { until } from '../../tests/until.ts';
import { closePoll } from './close-poll.server.ts';
import { removePoll, savePoll } from './poll-store.server.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const postgresUrl = inject('postgresUrl');

async function seed(write: WriteDb, id: string): Promise<void> {
  const input = { id, title: 'Rink?', description: 'Why.', options: ['Yes', 'No'] };
  const outcome = await savePoll(write, { ...input, voters: 'anyone' }, { now: NOW });
  if (outcome.kind !== 'saved') throw new Error(outcome.kind);
  const voter = {
    kind: 'informal',
    id: 'b',
    networks: [{ key: 'n', share: 1 }],
    votersPerNetwork: 20,
  } as const;
  await castVote(write, outcome.item, voter, [outcome.item.options[0]?.id ?? ''], NOW);
}

async function isWaiting(write: WriteDb, number: number): Promise<boolean> {
  const { rows } = await sql<{ count: number | string }>`
    select count(distinct pid) as count from pg_locks where not granted
    and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(write);
  return Number(rows[0]?.count) === number;
}

test.skipIf(!postgresUrl)('closing and deleting lock in the same order, so neither aborts the other', () =>
  withPostgres(postgresUrl as string, async ({ database: { write } }) => {
    await seed(write, 'a');
    await seed(write, 'b');
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const vote = write.transaction().execute(async (db) => {
      const table = db.updateTable('collection_revision').set(({ ref }) => ({ revision: ref('revision') }));
      await table.where('collection', '=', 'votes').execute();
      held.resolve();
      await release.promise;
    });
    await held.promise;
    // In transactions of their own, which are not retried.
    const once = (work: (db: WriteDb) => Promise<boolean>) =>
      write.transaction().execute(async (db) => {
        await liftTimeLimits(db);
        return work(db);
      });
    const closing = once((db) => closePoll(db, 'a', NOW + 1));
    await until('a lock is waited for', () => isWaiting(write, 1));
    const removal = once((db) => removePoll(db, 'b'));
    await until('a lock is waited for', () => isWaiting(write, 2));
    release.resolve();
    expect(await Promise.all([vote, closing, removal])).toEqual([undefined, true, true]);
  }),
);
