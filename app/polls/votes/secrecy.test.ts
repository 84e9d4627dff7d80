import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { textSources } from '#app/collections.server.ts';
import { readBackupFile } from '#app/moving/backup/backup-file.server.ts';
import { restoreTown } from '#app/moving/backup/restore/restore-town.server.ts';
import { takeBackup } from '#app/moving/backup/take-backup.server.ts';
import { refOf } from '#app/people/voters/ballot-key.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { closePoll } from '#app/polls/close-poll.server.ts';
import type { Poll } from '#app/polls/poll.ts';
import { savePoll } from '#app/polls/poll-store.server.ts';
import { eachDatabase, type TestDatabase } from '../../../tests/each-database.ts';
import { until } from '../../../tests/until.ts';
import { finishSealing, hasSealing } from './ballot-sealing.server.ts';
import { countPoll } from './vote-count.server.ts';
import { castVote, findVoteStatus } from './vote-store.server.ts';

const NOW = Date.parse('2026-11-20T12:34:56Z');
const VOTERS = ['june-1f6c2a', 'otto-77d0e1', 'ada-0b94c3'];

async function seed(write: WriteDb): Promise<Poll> {
  const input = { id: 'rink', title: 'Rink?', description: 'Why we ask.', options: ['Yes', 'No'] };
  const outcome = await savePoll(write, input, { now: NOW });
  if (outcome.kind !== 'saved') throw new Error(outcome.kind);
  return outcome.item;
}

async function vote(write: WriteDb, poll: Poll, id: string) {
  const option = poll.options[0]?.id ?? '';
  return castVote(write, poll, { kind: 'member', id, isVerified: true }, [option], NOW);
}

/** All members vote; returns the receipts by voter. */
async function voteAll(write: WriteDb, poll: Poll): Promise<Map<string, string>> {
  const receipts = new Map<string, string>();
  for (const id of VOTERS) {
    await write.insertInto('site_user').values({ id, newsletterOptIn: 0, createdAt: 0 }).execute();
    const outcome = await vote(write, poll, id);
    if (outcome.kind === 'cast') receipts.set(id, outcome.vote.receipt);
  }
  return receipts;
}

/** Every row of a backup, as text, by its table. */
async function readRows(file: string): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>();
  await readBackupFile(file, {
    onManifest: async () => undefined,
    onRows: async ({ name }, some) => {
      rows.set(name, [...(rows.get(name) ?? []), ...some.map((row) => JSON.stringify(row))]);
    },
  });
  return rows;
}

/** Like the job: repeatedly while something that began before the closing is still running. */
async function finish(write: WriteDb): Promise<void> {
  await until('every trace is removed', async () => {
    await finishSealing(write);
    return !(await hasSealing(write));
  });
}

/** The database's own files, byte by byte. */
async function readDisk({ database, location }: TestDatabase): Promise<Buffer> {
  if ('url' in location) {
    await sql`checkpoint`.execute(database.write);
    const { rows } = await sql<{ bytes: Buffer }>`
      select pg_read_binary_file(pg_relation_filepath(oid)) as bytes from pg_class
      where relname like 'poll\\_%' and relkind in ('r', 'i')`.execute(database.write);
    return Buffer.concat(rows.map(({ bytes }) => bytes));
  }
  const files = ['belfry.db', 'belfry.db-wal'].map((name) => join(location.dataFolder, name));
  return Buffer.concat(
    await Promise.all(files.filter((file) => existsSync(file)).map((file) => readFile(file))),
  );
}

eachDatabase('once a poll is closed, nothing on the disk links a voter to a ballot', async (t) => {
  const { write } = t.database;
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-secrecy-'));
  try {
    const poll = await seed(write);
    const receipts = await voteAll(write, poll);
    const { key } = await write.selectFrom('poll_key').select('key').executeTakeFirstOrThrow();
    const links = [key, ...VOTERS.map((id) => refOf(key, id))];
    const options = {
      location: t.location,
      dataFolder,
      media: openMediaFiles({ dataFolder }),
      kind: 'asked' as const,
    };
    const before = await readRows((await takeBackup({ ...options, now: NOW })).file);
    // While it is open the key must be there: this proves that the search below can find it.
    expect(links.map((link) => (before.get('poll_key') ?? []).join().includes(link))).toEqual(
      links.map(() => false),
    );
    expect((await readDisk(t)).includes(key)).toBe(true);

    expect(await closePoll(write, 'rink', NOW + 1000)).toBe(true);
    await finish(write);
    const disk = await readDisk(t);
    expect(links.filter((link) => disk.includes(link))).toEqual([]);
    const after = await readRows((await takeBackup({ ...options, now: NOW + 2000 })).file);
    for (const rows of [before, after]) {
      expect([...rows.keys()]).not.toContain('poll_key');
      // The key is in no backup.
      expect([...rows.values()].flat().filter((row) => row.includes(key))).toEqual([]);
      for (const [voter, receipt] of receipts) {
        const told = [...rows.values()].flat().filter((row) => row.includes(voter) && row.includes(receipt));
        expect(told).toEqual([]);
      }
    }
    expect([...after.values()].flat().filter((row) => links.some((link) => row.includes(link)))).toEqual([]);
    // Values that both have identify neither.
    const values = (row: string) => new Set((JSON.parse(row) as unknown[]).filter((value) => value !== null));
    for (const voter of before.get('poll_voter') ?? [])
      for (const ballot of before.get('poll_ballot') ?? [])
        expect([...values(voter).intersection(values(ballot))].sort()).toEqual([1, 'member', 'rink']);
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});

eachDatabase(
  'PostgreSQL stores nothing that dates a ballot like its voter',
  async ({ database: { write }, dialect }) => {
    await voteAll(write, await seed(write));
    await closePoll(write, 'rink', NOW + 1000);
    await finish(write);
    if (dialect !== 'postgres') return;
    const { rows } = await sql`select 1 from "poll_voter" v join "poll_ballot" b on v.xmin = b.xmin`.execute(
      write,
    );
    expect(rows).toEqual([]);
  },
);

eachDatabase('a restored town knows who has voted, but not which ballot is whose', async (t) => {
  const { write } = t.database;
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-restored-'));
  try {
    const poll = await seed(write);
    await voteAll(write, poll);
    const { file } = await takeBackup({
      location: t.location,
      dataFolder,
      media: openMediaFiles({ dataFolder }),
      kind: 'asked',
      now: NOW,
    });
    const location = { dataFolder: join(dataFolder, 'new') };
    await restoreTown({
      textSources,
      backup: file,
      location,
      ...location,
      media: openMediaFiles(location),
      now: NOW,
      note: async () => undefined,
    });
    const restored = openDatabase(location);
    try {
      expect((await countPoll(restored.read, 'rink')).voters).toBe(3);
      for (const id of VOTERS) {
        expect(await findVoteStatus(restored.read, 'rink', id)).toEqual({ kind: 'restored' });
        expect((await vote(restored.write, poll, id)).kind).toBe('refused');
      }
      await restored.write
        .insertInto('site_user')
        .values({ id: 'new', newsletterOptIn: 0, createdAt: 0 })
        .execute();
      expect((await vote(restored.write, poll, 'new')).kind).toBe('cast');
      expect((await vote(restored.write, poll, 'new')).kind).toBe('cast');
      expect((await countPoll(restored.read, 'rink')).voters).toBe(4);
      await closePoll(restored.write, 'rink', NOW + 1000);
      expect((await countPoll(restored.read, 'rink')).voters).toBe(4);
    } finally {
      await restored.close();
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});
