/**
 * A town of an earlier development version comes along by `export`, with the version that it ran on, and `import`.
 * `tests/earlier-schemas/exported` was written by the `export` of such a version.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { Dialect } from '#app/platform/database/capabilities.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { eachDatabase, withSqlite } from '../../tests/each-database.ts';
import { withEarlierTown } from '../../tests/earlier-schemas.ts';
import { environmentOf, typeCommand } from '../../tests/operator.ts';

const files = fileURLToPath(new URL('../../tests/earlier-schemas/', import.meta.url));
const SENTENCE =
  /This town is from a development version of Belfry .* Nothing was changed\. .* export FOLDER\. .* import FOLDER\/\*\.json$/m;
const dialects: Dialect[] = inject('postgresUrl') ? ['sqlite', 'postgres'] : ['sqlite'];

test.each(dialects)(
  'every command refuses the database of an earlier development version with one message (%s)',
  (dialect) =>
    withEarlierTown('last-development', dialect, async (location) => {
      const database = openDatabase(location);
      const ledger = database.write as unknown as Kysely<{ kysely_migration: { name: string } }>;
      await ledger.deleteFrom('kysely_migration').where('name', '=', '0024-account-names').execute();
      await database.close();
      const folder = await mkdtemp(join(tmpdir(), 'belfry-earlier-'));
      const environment = { BELFRY_DATA: folder, ...environmentOf({ location }) };
      const file = join(folder, 'town');
      for (const args of [['migrate'], ['doctor'], ['export', file], ['backup', '--to', file], ['demo']]) {
        const { code, printed, complained } = await typeCommand(args, { environment });
        const said = [...printed, ...complained].join('\n');
        expect([args[0], code, said]).toEqual([args[0], 1, expect.stringMatching(SENTENCE)]);
      }
      await rm(folder, { recursive: true });
    }),
);

test('a backup of an earlier development version is refused with the same message', () =>
  withSqlite(async (t) => {
    const backup = join(files, 'earlier-development.belfry');
    const { code, complained } = await typeCommand(['restore', backup], { environment: environmentOf(t) });
    expect([code, complained]).toEqual([1, [expect.stringMatching(SENTENCE)]]);
  }));

eachDatabase('what an earlier development version exported is imported', async (t) => {
  const names = ['articles', 'news', 'events', 'polls', 'businesses'];
  const exported = names.map((name) => join(files, 'exported', `${name}.json`));
  const { code, complained } = await typeCommand(['import', ...exported], { environment: environmentOf(t) });
  expect([code, complained]).toEqual([0, []]);
  const { read } = t.database;
  const tables = ['article', 'news_item', 'event', 'poll', 'business'] as const;
  const ids = tables.map((table) => read.selectFrom(table).select('id').orderBy('id').execute());
  expect((await Promise.all(ids)).map((rows) => rows.map(({ id }) => id))).toEqual([
    ['a0', 'a1'],
    ['n1'],
    ['v1', 'v2'],
    ['p1', 'p2'],
    ['b1'],
  ]);
  const event = read.selectFrom('event').select(['title', 'status', 'statusNote', 'allDay']);
  expect(await event.where('id', '=', 'v2').executeTakeFirst()).toEqual({
    title: 'Fair',
    status: 'moved',
    statusNote: 'Because of snow',
    allDay: 1,
  });
});
