import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { eachDatabase, withPostgres } from '../../../tests/each-database.ts';
import { appendSuppressions, readSuppressionFile } from './suppression.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-suppressed-'));
  await work(folder).finally(() => rm(folder, { recursive: true }));
}

async function seedPeople(db: WriteDb, ids: string[]): Promise<void> {
  const people = ids.map((id) => ({ id, newsletterOptIn: 1, createdAt: NOW }));
  await db.insertInto('site_user').values(people).execute();
}

function optOut(db: WriteDb, id: string) {
  return db.updateTable('site_user').set({ newsletterOptIn: 0 }).where('id', '=', id).execute();
}

async function whoIsOut(folder: string): Promise<string[]> {
  return (await readSuppressionFile(folder)).map(({ userId }) => userId).sort();
}

test.skipIf(!inject('postgresUrl'))(
  'a user who opted out in a transaction that ended late is in the file, too',
  () =>
    withPostgres(inject('postgresUrl') as string, ({ database: { write } }) =>
      withFolder(async (folder) => {
        await seedPeople(write, ['june', 'may', 'abe']);
        await write.transaction().execute(async (late) => {
          await optOut(late, 'june');
          await optOut(write, 'may');
          await appendSuppressions(write, folder);
          expect(await whoIsOut(folder)).toEqual(['may']);
        });
        await appendSuppressions(write, folder);
        await optOut(write, 'abe');
        await appendSuppressions(write, folder);
        expect(await whoIsOut(folder)).toEqual(['abe', 'june', 'may']);
      }),
    ),
);

eachDatabase(
  'the file gets each entry once, whatever the number and age',
  async ({ database: { write } }) => {
    await withFolder(async (folder) => {
      const entry = (at: number, index: number) => ({
        id: `${String(at).padStart(15, '0')}-${String(index).padStart(6, '0')}-x`,
        at,
        userId: `u${index}`,
        what: 'out' as const,
      });
      const entries = Array.from({ length: 2500 }, (_, index) => entry(NOW, index));
      for (let from = 0; from < entries.length; from += 500)
        await write
          .insertInto('suppression_entry')
          .values(entries.slice(from, from + 500))
          .execute();
      await appendSuppressions(write, folder);
      await appendSuppressions(write, folder);
      expect(await readSuppressionFile(folder)).toEqual(entries);
      // A restore brings back users older than anything in the file.
      const old = entry(0, 1);
      await write.insertInto('suppression_entry').values(old).execute();
      await appendSuppressions(write, folder);
      expect((await readSuppressionFile(folder)).map(({ id }) => id)).toEqual([
        old.id,
        ...entries.map(({ id }) => id),
      ]);
    });
  },
);
