import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { textSources } from '#app/collections.server.ts';
import { takeBackup } from '#app/moving/backup/take-backup.server.ts';
import { capabilitiesOf } from '#app/platform/database/capabilities.ts';
import type { Database, WriteDb } from '#app/platform/database/handles.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { withPostgres } from '../../../../tests/each-database.ts';
import { longTest } from '../../../../tests/long-test.ts';
import { createPostgresDatabase, onServer } from '../../../../tests/postgres-database.ts';
import { listSchemaObjects } from '../../../../tests/schema-objects.ts';
import { articleRow, seedTown } from '../../../../tests/seed-town.ts';
import { type RestoreOptions, type RestoreStep, restoreTown } from './restore-town.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const postgresUrl = inject('postgresUrl');

type Scene = {
  /** Restores the backup, and reports each step to `onStep` before it begins. */
  restore: (onStep: (step: RestoreStep) => void, more?: Partial<RestoreOptions>) => Promise<unknown>;
  /** Another node, idle so far. */
  node: WriteDb;
};

/** A town in PostgreSQL with a backup. */
function withTown(work: (scene: Scene) => Promise<void>): Promise<void> {
  return withPostgres(postgresUrl as string, async ({ database, location }) => {
    const folder = await mkdtemp(join(tmpdir(), 'belfry-restore-'));
    await seedTown(database.write);
    const { file: backup } = await takeBackup({
      location,
      dataFolder: folder,
      media: openMediaFiles({ dataFolder: folder }),
      kind: 'asked',
      now: NOW,
    });
    await database.close();
    const { write: node, close } = openDatabase(location);
    const note = async () => undefined;
    await work({
      node,
      restore: (onStep, more) =>
        restoreTown({
          textSources,
          backup,
          location,
          dataFolder: folder,
          media: openMediaFiles({ dataFolder: folder }),
          now: NOW,
          note,
          onStep,
          ...more,
        }),
    })
      .finally(close)
      .finally(() => rm(folder, { recursive: true }));
  });
}

function save(node: WriteDb, id: string) {
  return node.insertInto('article').values(articleRow(id)).execute();
}

async function listArticleIds(node: WriteDb): Promise<string[]> {
  const rows = await node.selectFrom('article').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

test.skipIf(!postgresUrl)(
  'a node that writes after a restore has begun stops it, and its write is kept',
  async () => {
    await withTown(async ({ node, restore }) => {
      let saved: Promise<unknown> | undefined;
      const restored = restore((step) => {
        if (step === 'verify') saved = save(node, 'meanwhile');
      });
      await expect(restored).rejects.toThrow(/^The site or another program is using the database\. Stop it/);
      await saved;
      expect(await listArticleIds(node)).toContain('meanwhile');
    });
  },
);

test.skipIf(!postgresUrl)('while a town is replaced, no acknowledged write is lost', async () => {
  await withTown(async ({ node, restore }) => {
    const writes = new Map<string, Promise<'saved' | 'refused'>>();
    await restore((step) => {
      if (step === 'verify') return;
      const outcome = save(node, step).then(
        () => 'saved' as const,
        () => 'refused' as const,
      );
      writes.set(step, outcome);
    });
    expect(await listArticleIds(node)).toEqual(expect.arrayContaining(['a0', 'a4']));
    for (const [step, outcome] of writes) {
      const fate = await outcome;
      const isThere = (await listArticleIds(node)).includes(step);
      expect([step, fate]).toEqual([step, isThere ? 'saved' : 'refused']);
    }
    expect([...writes.keys()]).toEqual(['keep-a-copy', 'prepare', 'put-in-place', 'done']);
    expect(await writes.get('done')).toBe('saved');
  });
});

if (postgresUrl)
  longTest('the site shows the present town until the restored one is there, and nothing is left of the restore', async () => {
    await withTown(async ({ node, restore }) => {
      await node.insertInto('article').values(articleRow('new')).execute();
      const before = await listAll(node);
      let step = '';
      const reads: Promise<string>[] = [];
      const indexed = Promise.withResolvers<void>();
      // The tables are exchanged when no one reads them, so all reads are from before that.
      const opened = Promise.withResolvers<void>();
      const reader = node.transaction().execute(async (db) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
        await listArticleIds(db);
        opened.resolve();
        await indexed.promise;
        await Promise.all(reads);
      });
      await opened.promise;
      const read = async (what: string) => {
        // As the jobs of a site do every few seconds.
        await node.deleteFrom('job_lease').execute();
        return `${what}: ${(await listArticleIds(node)).includes('new')}`;
      };
      await restore(
        (next) => {
          step = next;
        },
        {
          mayReplace: async () => undefined,
          onProgress: (what, done, total) => {
            if (step !== 'put-in-place') return;
            reads.push(read(what).catch((error) => `${what}: ${error.message}`));
            if (what === 'items indexed' && done === total) indexed.resolve();
          },
        },
      ).finally(indexed.resolve);
      await reader;
      expect([...new Set(await Promise.all(reads))]).toEqual([
        'rows: true',
        'rows compared: true',
        'items indexed: true',
      ]);
      expect(await listArticleIds(node)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
      expect(await listAll(node)).toEqual(before);
    });
  }, ['app/moving/backup', 'app/platform/postgres']);

/** Every object of the schema, and the schemas. */
async function listAll(node: WriteDb): Promise<Record<string, string>> {
  const objects = await listSchemaObjects({
    write: node,
    capabilities: capabilitiesOf('postgres'),
  } as Database);
  const schemas = (await node.introspection.getSchemas()).map(({ name }) => name);
  return { ...Object.fromEntries(objects), schemas: schemas.sort().join() };
}

/** The same town for a user that may create tables, but no schema. */
function withPlainUser(work: (location: { url: string }) => Promise<void>): Promise<void> {
  return createPostgresDatabase(postgresUrl as string).then(async ({ name, url, drop }) => {
    const plain = new URL(url);
    plain.username = `plain_${name}`;
    plain.password = 'plain';
    await onServer(url, `create role plain_${name} login password 'plain'`);
    await onServer(url, `grant all on schema public to plain_${name}`);
    await work({ url: plain.href })
      .finally(drop)
      .finally(() => onServer(postgresUrl as string, `drop role plain_${name}`));
  });
}

if (postgresUrl)
  longTest('a user that may not create a schema restores while the site is stopped, and learns why not on the set-up page', async () => {
    await withTown(async ({ restore, node }) => {
      await withPlainUser(async (location) => {
        const mayReplace = async () => undefined;
        await restore(() => undefined, { location });
        const { write, close } = openDatabase(location);
        expect(await listArticleIds(write).finally(close)).toEqual(await listArticleIds(node));
        await expect(restore(() => undefined, { location, mayReplace })).rejects.toThrow(
          /^The user in DATABASE_URL may not create a schema, .* Nothing was changed\. .*GRANT CREATE ON DATABASE/,
        );
      });
    });
  }, ['app/moving/backup', 'app/platform/postgres']);
