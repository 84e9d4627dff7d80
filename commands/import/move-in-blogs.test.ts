import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { collectionNames } from '#app/collections.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { eachDatabase, longOnEachDatabase, withSqlite } from '../../tests/each-database.ts';
import { environmentOf, NOW, typeCommand } from '../../tests/operator.ts';
import { hasSamples, migrationSamples } from '../../tests/read-found.ts';
import { seedSampleTown } from '../../tests/sample-town.ts';

const countsIn = (printed: string[]) => JSON.parse(printed.at(-1) as string);

describe.skipIf(!hasSamples)('the samples of WordPress and Ghost', () => {
  eachDatabase('are imported, and the second time nothing is', async (t) => {
    const environment = environmentOf(t);
    const names = ['wxr-sample.xml', 'wxr-co-authors-plus.xml', 'ghost-export.json', 'ghost-multi-post.json'];
    const files = names.map((name) => migrationSamples + name);
    const words = ['move-in', ...files, '--pictures', 'keep', '--json'];
    const first = await typeCommand(words, { environment });
    expect(first.code).toBe(0);
    // Four posts of the first file, of which that of a plugin's type is left out, and its page.
    expect(countsIn(first.printed)).toMatchObject({
      found: { articles: 14, pages: 1 },
      moved: { articles: 13, pages: 1 },
      refused: [],
    });
    const again = countsIn((await typeCommand(words, { environment })).printed);
    expect(again.moved).toMatchObject({ articles: 0, pages: 0, pictures: 0, redirects: 0 });
    const { read, write } = t.database;
    const { target } = await read
      .selectFrom('redirect')
      .select('target')
      .where('fromPath', '=', '/?p=4')
      .executeTakeFirstOrThrow();
    const page = await read.selectFrom('page').select(['id', 'slug', 'menu']).executeTakeFirstOrThrow();
    expect(page).toMatchObject({ slug: 'services', menu: 'none' });
    const old = await read.selectFrom('redirect').select('target').where('fromPath', '=', '/services');
    expect(await old.execute()).toEqual([{ target: `/pages/${page.id}` }]);
    // One that version 1.0 imported as an article stays one.
    await write.updateTable('moved_item').set({ kind: 'articles' }).where('kind', '=', 'pages').execute();
    const former = countsIn((await typeCommand(words, { environment })).printed);
    expect([former.moved.pages, former.skipped.pages]).toEqual([0, 1]);
    // Without the title, which would tell of drafts.
    expect(target).toMatch(/^\/articles\/[\w-]+$/);
    expect(await read.selectFrom('mail').select('id').execute()).toEqual([]);
  });
});

longOnEachDatabase(
  'a town exported for WordPress or Ghost is imported into an empty one',
  async (t) => {
    const context = { now: NOW, town: defaultTown, siteUrl: 'http://localhost:3000' };
    await seedSampleTown(t.database.write, t.location, context);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-test-'));
    for (const form of ['wxr', 'ghost'])
      await withSqlite(async (other) => {
        const path = join(folder.path, form === 'wxr' ? 'town.xml' : 'town.json');
        await typeCommand(['export', form, path], { environment: environmentOf(t) });
        const environment = environmentOf(other);
        const moved = await typeCommand(['move-in', path, '--pictures', 'keep', '--json'], { environment });
        const { found, moved: counts, refused } = countsIn(moved.printed);
        expect(refused).toEqual([]);
        for (const name of collectionNames) {
          expect(found[name]).toBeGreaterThan(0);
          expect(counts[name]).toBe(found[name]);
        }
      });
  },
  ['commands/export', 'app/moving/formats', 'app/moving/import'],
);

eachDatabase('a date that can be read in two ways becomes a draft, or what was chosen', async (t) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-test-'));
  const path = join(folder.path, 'events.csv');
  const rows = ['Breakfast,12/05/2026 8:00 AM', 'Picnic,13/06/2026 1:00 PM'];
  await writeFile(path, ['title,eventDate,place,text', ...rows.map((row) => `${row},Hall,Come.`)].join('\n'));
  const environment = environmentOf(t);
  const words = ['move-in', path, '--pictures', 'keep'];
  const dry = await typeCommand([...words, '--dry-run'], { environment });
  expect(dry.complained.join('\n')).toContain('“12/05/2026 8:00 AM” is read as May 12, 2026.');
  await typeCommand(words, { environment });
  const listEvents = () =>
    t.database.read.selectFrom('event').select(['title', 'eventDate']).orderBy('eventDate').execute();
  const picnic = { title: 'Picnic', eventDate: Date.parse('2026-06-13T17:00:00Z') };
  expect(await listEvents()).toEqual([picnic]);
  await withSqlite(async (other) => {
    await typeCommand([...words, '--choice', 'date-order=month'], { environment: environmentOf(other) });
    const events = await other.database.read.selectFrom('event').select(['title', 'eventDate']).execute();
    expect(events).toContainEqual({ title: 'Breakfast', eventDate: Date.parse('2026-12-05T13:00:00Z') });
    expect(events).toContainEqual(picnic);
  });
});
