import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { longOnPostgres } from '../../../tests/each-database.ts';
import { isDeep } from '../../../tests/rounds.ts';
import { optionsSchema } from './import-run.ts';
import { createImportRun, findImportRun } from './import-store.server.ts';

const run = promisify(execFile);
const script = new URL('../../../tests/killed-import-run.ts', import.meta.url).pathname;

const articles = Object.fromEntries(
  Array.from({ length: 120 }, (_, index) => [
    `a${index}`,
    { title: `Number ${index}`, pubDate: '2025-01-02T00:00:00Z', description: '<p>Text.</p>' },
  ]),
);
const users = Object.fromEntries(
  Array.from({ length: 5 }, (_, index) => [
    `u${index}`,
    { email: `u${index}@example.org`, newsletterOptIn: true },
  ]),
);

/** What is there, and whether each item and account has exactly one note of its import. */
async function countAll(db: ReadDb) {
  const ids = async (table: 'article' | 'site_user') =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => id).sort();
  const noted = async (kind: string) =>
    (await db.selectFrom('moved_item').select('itemId').where('kind', '=', kind).execute())
      .map(({ itemId }) => itemId)
      .sort();
  expect(await noted('articles')).toEqual(await ids('article'));
  expect(await noted('users')).toEqual(await ids('site_user'));
  return [(await ids('article')).length, (await ids('site_user')).length];
}

longOnPostgres(
  'an import killed anywhere loses and doubles nothing',
  async ({ database, location }) => {
    const { read, write } = database;
    await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-killed-'));
    const path = join(folder.path, 'town.json');
    await writeFile(path, JSON.stringify({ articles, users }));
    const files = [{ path, name: 'town.json', bytes: 1, format: null }];
    const options = optionsSchema.parse({ pictures: 'keep' });
    const id = await createImportRun(write, { origin: 'Firestore', files, options, now: 1 });
    const at = (query: number) =>
      run(process.execPath, [script, JSON.stringify(location), folder.path, id, String(query)]);
    // In the first batch, in the second, in the last one, and among the accounts.
    let before = 0;
    for (const query of isDeep(import.meta.url) ? [13, 22, 24, 50] : [24]) {
      await expect(at(query)).rejects.toMatchObject({ signal: 'SIGKILL' });
      const [kept = 0] = await countAll(read);
      expect(kept).toBeGreaterThanOrEqual(before);
      before = kept;
    }
    await at(0);
    expect(await countAll(read)).toEqual([120, 5]);
    expect((await findImportRun(read, id))?.state).toBe('done');
  },
  ['app/items/content'],
);
