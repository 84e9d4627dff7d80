import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { textSources } from '#app/collections.server.ts';
import type { WriteDb } from '#app/database/handles.ts';
import { openMediaFiles } from '#app/media/media.server.ts';
import { openDatabase } from '#app/open-database.server.ts';
import { withPostgres } from '../../tests/each-database.ts';
import { articleRow, plantTown } from '../../tests/plant-town.ts';
import { type RestoreStep, restoreTown } from './restore-town.server.ts';
import { takeBackup } from './take-backup.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const postgresUrl = inject('postgresUrl');

type Scene = {
  /** Restores the backup, and reports each step to `onStep` before it begins. */
  restore: (onStep: (step: RestoreStep) => void) => Promise<unknown>;
  /** Another node, idle so far. */
  node: WriteDb;
};

/** A town in PostgreSQL with a backup. */
function withTown(work: (scene: Scene) => Promise<void>): Promise<void> {
  return withPostgres(postgresUrl as string, async ({ database, location }) => {
    const folder = await mkdtemp(join(tmpdir(), 'belfry-restore-'));
    await plantTown(database.write);
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
      restore: (onStep) =>
        restoreTown({
          textSources,
          backup,
          location,
          dataFolder: folder,
          media: openMediaFiles({ dataFolder: folder }),
          now: NOW,
          note,
          onStep,
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
