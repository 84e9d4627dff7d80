import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collectionNames, collections } from '#app/collections.server.ts';
import { parseDraft } from '#app/items/content/parse-draft.server.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { resolveLinks } from '#app/items/text/resolve-links.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { longOnEachDatabase, type TestDatabase, withSqlite } from '../../tests/each-database.ts';
import { only } from '../../tests/found-items.ts';
import { environmentOf, NOW, typeCommand } from '../../tests/operator.ts';
import { listDoubts, readFound } from '../../tests/read-found.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import { seedSampleTown } from '../../tests/sample-town.ts';
import { seedPicture } from '../../tests/seed-picture.ts';
import { listLeaving } from './leaving-items.ts';

const siteUrl = 'http://localhost:3000';
const context = { now: NOW, town: defaultTown, siteUrl };

type Json = Record<string, unknown>;

/** A town with all kinds of items in all states, and a picture. */
async function seedTown({ database, ...t }: TestDatabase): Promise<string> {
  const { write } = database;
  await seedSampleTown(write, t.location, context);
  const { BELFRY_DATA } = environmentOf(t);
  const folder = BELFRY_DATA ?? (await mkdtempDisposable(join(tmpdir(), 'belfry-test-'))).path;
  const { id } = await seedPicture(write, openMediaFiles({ dataFolder: folder }), 'mill');
  const full = {
    ...{
      ...sampleInputs.articles,
      id: 'full',
      picture: id,
      deck: 'In short: 1 < 2.',
      byline: 'Ruth Abelard',
    },
    title: 'A [gallery] & <more> of ]]> things',
    description:
      '<p>A [gallery]\nof <a href="/news">things</a> ]]> here.</p><pre>a\n\nb</pre><p>It’s 😀.</p>',
    ...{ tags: ['Winter', 'Arts & Crafts'], pinned: true },
    corrections: [{ date: '2026-11-19T12:00:00.000Z', text: 'It was Monday.' }],
  };
  await saveItem(write, 'articles', full);
  for (const [at, byline] of ['李 明', '王 芳'].entries())
    await saveItem(write, 'articles', {
      ...{ ...sampleInputs.articles, id: `author-${at}`, title: `Author ${at}`, byline },
      description:
        '<p>A <mark>b</mark> <small>c</small> “d” &amp; &lt;e&gt;</p><dl><dt>T</dt><dd>D</dd></dl><p>F<br>g</p>',
    });
  const event = { ...sampleInputs.events, id: 'days', allDay: true, endDate: '2026-12-01T05:00:00.000Z' };
  await saveItem(write, 'events', { ...event, eventDate: '2026-11-28T05:00:00.000Z', status: 'cancelled' });
  const later = collections.news.json.schema.parse({ ...sampleInputs.news, id: 'later' });
  await collections.news.store.save(write, later, { now: NOW, publishAt: NOW + 24 * 60 * 60 * 1000 });
  await collections.polls.store.unpublished?.saveDraft(
    write,
    { id: 'half', title: 'Half an idea' },
    { now: NOW },
  );
  return id;
}

async function saveItem(write: WriteDb, name: 'articles' | 'events', raw: Json): Promise<void> {
  const { input, problems } = parseItem(collections[name], raw, context);
  if (!input) throw new Error(JSON.stringify(problems));
  await collections[name].store.save(write, input as never, { now: NOW });
}

/** The input of every item as it is stored, by collection and id. Line breaks in HTML are spaces. */
async function storedIn(read: ReadDb): Promise<Record<string, Json>> {
  const stored: Record<string, Json> = {};
  for (const name of collectionNames)
    for await (const items of listLeaving(collections[name], { read, now: NOW, siteUrl }))
      for (const { id, input, publication, publishAt } of items)
        stored[`${name}/${id}`] = comparable(name, { ...input, publication, publishAt });
  return stored;
}

function comparable(name: keyof typeof collections, { publication, publishAt, ...input }: Json): Json {
  const parse = publication === 'draft' ? parseDraft : parseItem;
  const parsed = parse(collections[name], input, { siteUrl });
  if (!parsed.input) throw new Error(JSON.stringify(parsed.problems));
  const description = String(parsed.input.description ?? '').replace(/\s+/g, ' ');
  const at =
    publication === 'scheduled' ? Math.floor(new Date(publishAt as never).getTime() / 1000) : undefined;
  return { ...parsed.input, description, publication, at };
}

for (const [form, file] of [
  ['wxr', 'town.xml'],
  ['ghost', 'town.json'],
] as const)
  longOnEachDatabase(
    `the ${form} export has every item, and reading it again gives the same items`,
    async (t) => {
      const picture = await seedTown(t);
      await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-test-'));
      const path = join(folder.path, file);
      const typed = await typeCommand(['export', form, path], { environment: environmentOf(t) });
      expect(typed.complained).toEqual([]);
      expect(typed.code).toBe(0);
      const stored = await storedIn(resolveLinks(t.database, siteUrl).read);
      const found = await readFound(path, { town: { name: 'Town', address: siteUrl } });
      expect(listDoubts(found)).toEqual([]);
      const items = collectionNames.flatMap((name) => only(found, name));
      expect(items.map(({ kind, key }) => `${kind}/${key}`).sort()).toEqual(Object.keys(stored).sort());
      for (const item of items) {
        expect(item.origin).toBe('localhost:3000');
        const input = { ...item.input, ...(item.pictureKey ? { picture: item.pictureKey } : {}) };
        expect(comparable(item.kind, input)).toEqual(stored[`${item.kind}/${item.key}`]);
      }
      expect(only(found, 'pictures').map(({ key, address }) => [key, address])).toEqual([
        [picture, expect.stringMatching(`^${siteUrl}/media/${picture}-\\d+\\.jpeg$`)],
      ]);
      expect(only(found, 'redirects')).toEqual([]);
      const articles = items.filter(({ kind }) => kind === 'articles').length;
      expect(typed.printed).toContain(`articles → ${path}: ${articles} records`);
      // Nothing but the file itself is left.
      expect(await readdir(folder.path)).toEqual([file]);
    },
    ['app/moving/formats', 'app/moving/import'],
  );

test('WordPress gets events as The Events Calendar stores them, results of polls, and texts without shortcodes', async () => {
  await withSqlite(async (t) => {
    await seedTown(t);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-test-'));
    const path = join(folder.path, 'town.xml');
    await typeCommand(['export', 'wxr', path], { environment: environmentOf(t) });
    const text = await readFile(path, 'utf8');
    const itemWith = (part: string) => text.split('<item>').find((item) => item.includes(part)) ?? '';
    const event = itemWith('"id":"days"');
    for (const [key, value] of Object.entries({
      _EventStartDate: '2026-11-28 00:00:00',
      _EventEndDate: '2026-11-30 23:59:59',
      _EventStartDateUTC: '2026-11-28 05:00:00',
      _EventAllDay: 'yes',
      _EventTimezone: 'America/New_York',
      _tribe_events_status: 'canceled',
    }))
      expect(event).toContain(`<![CDATA[${key}]]></wp:meta_key><wp:meta_value><![CDATA[${value}]]>`);
    expect(itemWith('<wp:post_type><![CDATA[tribe_venue]]>')).toContain('_VenueAddress');
    expect(itemWith('"kind":"polls"')).toMatch(/<caption>Results, \d+ voters?<\/caption>.*<td>\d+<\/td>/);
    // WordPress leaves out a second post with the same title and second.
    const dated = text
      .split('<item>')
      .map((item) => item.match(/<title>.*<\/title>|<wp:post_date>.*<\/wp:post_date>/g)?.join(' '));
    expect(dated.filter((each, at) => each && dated.indexOf(each) !== at)).toEqual([]);
    // WordPress drops what is not ASCII from logins, and would take two authors for one.
    const logins = [...text.matchAll(/<wp:author_login><!\[CDATA\[(.*?)]]>/g)].map(([, login]) => login);
    expect(logins).toHaveLength(new Set(logins).size);
    for (const login of logins) expect(login).toMatch(/^[a-z0-9-]{1,60}$/);
    const article = itemWith('"id":"full"');
    expect(article).toContain('<p>A &#91;gallery] of <a href="http://localhost:3000/news">things</a>');
    expect(article).toContain('<pre>a\n\nb</pre>');
    expect(article).toContain('<title><![CDATA[A [gallery] &amp; &lt;more&gt; of ]]&gt; things]]></title>');
    expect(article).toContain('Correction, ');
  });
});

test('Ghost gets what its tables demand: unique slugs, dates, authors with addresses, known relations', async () => {
  await withSqlite(async (t) => {
    await seedTown(t);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-test-'));
    const path = join(folder.path, 'town.json');
    await typeCommand(['export', 'ghost', path], { environment: environmentOf(t) });
    const { meta, data } = JSON.parse(await readFile(path, 'utf8')).db[0];
    expect(meta).toEqual({ exported_on: NOW, version: '5.0.0' });
    const posts: Json[] = data.posts;
    const ids = (rows: Json[]) => new Set(rows.map(({ id }) => id));
    expect(new Set(posts.map(({ slug }) => slug)).size).toBe(posts.length);
    for (const { id, title, status, type, created_at, published_at } of posts) {
      expect(id).toMatch(/^[0-9a-f]{24}$/);
      expect(String(title).length).toBeLessThanOrEqual(255);
      expect([status, type].join()).toMatch(/^(published|scheduled|draft),(post|page)$/);
      expect(Number.isNaN(Date.parse(String(created_at)))).toBe(false);
      if (status !== 'draft') expect(published_at).toBe(created_at);
    }
    for (const { post_id, tag_id } of data.posts_tags)
      expect([ids(posts).has(post_id), ids(data.tags).has(tag_id)]).toEqual([true, true]);
    for (const { post_id, author_id } of data.posts_authors)
      expect([ids(posts).has(post_id), ids(data.users).has(author_id)]).toEqual([true, true]);
    for (const { email } of data.users) expect(email).toMatch(/^[a-z0-9-]+@example\.invalid$/);
    // Ghost finds authors by their addresses.
    expect(new Set(data.users.map(({ email }: Json) => email)).size).toBe(data.users.length);
    // Its editor knows no `pre` without `code`, and would make a paragraph of it.
    expect(String(posts.find(({ title }) => String(title).startsWith('A [gallery]'))?.html)).toContain(
      '<!--kg-card-begin: html--><pre>a\n\nb</pre><!--kg-card-end: html--><p>It’s 😀.</p>',
    );
  });
});

test('Ctrl-C leaves an earlier file as it was', async () => {
  await withSqlite(async (t) => {
    await seedSampleTown(t.database.write, t.location, context);
    for (const form of ['wxr', 'ghost']) {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-test-'));
      const path = join(folder.path, 'file');
      await writeFile(path, 'earlier');
      const stop = new AbortController();
      const onProgress = (what: string) => what === 'events' && stop.abort();
      const environment = environmentOf(t);
      const typed = await typeCommand(['export', form, path], {
        environment,
        signal: stop.signal,
        onProgress,
      });
      expect([typed.code, typed.complained]).toEqual([130, ['Stopped. Nothing was exported.']]);
      expect(await readFile(path, 'utf8')).toBe('earlier');
      expect(await readdir(folder.path)).toEqual(['file']);
    }
  });
});

test('a folder in place of the file is one line', async () => {
  await withSqlite(async (t) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-test-'));
    const typed = await typeCommand(['export', 'wxr', folder.path], { environment: environmentOf(t) });
    expect(typed.complained).toEqual([`${folder.path} is a folder, not a file.`]);
  });
});
