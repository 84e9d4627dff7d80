/** Links to the site itself follow its address: they are stored as paths and made absolute when read. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { resolvedLinkOf, storedHtmlOf, storedLinkOf } from '#app/items/text/own-link.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { prepareDatabase } from '../server/prepare-database.ts';
import { eachDatabase } from './each-database.ts';
import { formIn } from './form-in.ts';
import { openSite, type TestSite } from './open-site.ts';
import { environmentOf, typeCommand } from './operator.ts';
import { someOf } from './rounds.ts';
import { sampleInputs } from './sample-inputs.ts';
import { seedSampleTown } from './sample-town.ts';
import { seedPicture } from './seed-picture.ts';
import { articleRow } from './seed-town.ts';

const OLD = 'http://localhost:3000';
const NEW = 'https://town.example';

async function put(site: TestSite, path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { ...(await site.asAdmin()), 'Content-Type': 'application/json', Origin: site.origin };
  const response = await site.fetch(`/api/v1${path}`, { method: 'PUT', body: JSON.stringify(body), headers });
  expect([path, response.status, await response.clone().text()]).toEqual([path, 201, expect.anything()]);
  return response.json() as Promise<Record<string, unknown>>;
}

async function storedOf(db: WriteDb, table: string, id: string): Promise<string> {
  const { rows } = await sql<{ stored: string }>`
    select "link" as "stored" from ${sql.table(table)} where "id" = ${id}`.execute(db);
  return rows[0]?.stored ?? '';
}

test('after a change of BELFRY_URL, pages, feeds, calendars, JSON-LD and the API link to it', async () => {
  await using before = await openSite();
  const { now, settings } = before.services;
  await seedSampleTown(before.write, settings, { now: now(), town: defaultTown, siteUrl: OLD });
  const own = (collection: string) => ({
    ...sampleInputs[collection as 'articles'],
    link: `${OLD}/${collection}/own`,
    description: `<p>See <a href="${OLD}/events/own?a=1&amp;b=2">the event</a> and <a href="https://example.org/">more</a>.</p>`,
  });
  const article = await put(before, '/articles/own', { ...own('articles'), sourceUrl: OLD });
  expect(article).toMatchObject({ link: `${OLD}/articles/own`, sourceUrl: OLD });
  expect(article.description).toContain('<a href="/events/own?a=1&amp;b=2">the event</a>');
  await put(before, '/news/own', { ...own('news'), sourceUrl: `${OLD}/news` });
  const { enclosureUrl } = await put(before, '/events/own', {
    ...own('events'),
    enclosureUrl: `${OLD}/illustrations/village.svg`,
  });
  expect(enclosureUrl).toBe('/illustrations/village.svg');
  for (const [table, path] of [
    ['article', '/articles/own'],
    ['news_item', '/news/own'],
    ['event', '/events/own'],
  ] as const)
    expect(await storedOf(before.write, table, 'own')).toBe(path);

  await using after = await openSite({ environment: { BELFRY_URL: NEW, BELFRY_DATA: settings.dataFolder } });
  for (const path of [
    ...['/articles', '/news', '/events', '/articles/own', '/news/own', '/events/own', '/events.ics'],
    ...['/feeds/all.rss', '/feeds/all.atom', '/feeds/all.json', '/feeds/news.rss', '/feeds/events.atom'],
    ...['/api/v1/articles', '/api/v1/news', '/api/v1/events', '/search?q=event', '/sitemap.xml'],
  ]) {
    const text = await after.page(path);
    expect([path, text.includes('localhost:3000')]).toEqual([path, false]);
  }
  const read = async (path: string) => (await after.fetch(`/api/v1${path}`)).json() as Promise<unknown>;
  expect(await read('/articles/own')).toMatchObject({ link: `${NEW}/articles/own`, sourceUrl: NEW });
  expect(await read('/events/own')).toMatchObject({ link: `${NEW}/events/own` });
  expect(await after.page('/feeds/all.rss')).toContain(`${NEW}/articles/own`);
});

const KINDS: ['articles' | 'events', 'published' | 'draft'][] = [
  ['articles', 'published'],
  ['articles', 'draft'],
  ['events', 'draft'],
  ['events', 'published'],
];

test('links and pictures at a former BELFRY_URL become paths of this site when they are saved', async () => {
  const moves = [
    ['http://town.example', 'https://town.example'],
    ['https://old.example', NEW],
  ] as const;
  for (const [turn, [former, present]] of moves.entries()) {
    await using before = await openSite({ environment: { BELFRY_URL: former, BELFRY_DEMO: '0' } });
    await prepareDatabase(before.open);
    const { id } = await seedPicture(before.write, before.services.media.files, 'bridge');
    const { dataFolder } = before.services.settings;
    const environment = { BELFRY_URL: present, BELFRY_DATA: dataFolder, BELFRY_DEMO: '0' };
    await using after = await openSite({ environment });
    await prepareDatabase(after.open);
    const site = { ...after, origin: present };
    const description = `<p>Read <a href="${former}/about">about us</a>.</p><img src="${former}/media/${id}-640.jpeg" alt="">`;
    const stored = [`src="/media/${id}-`, 'href="/about"'];
    const links = {
      articles: { link: `${former}/articles/a` },
      events: { link: `${former}/events/a`, enclosureUrl: `${former}/illustrations/village.svg` },
    };
    for (const [collection, publication] of someOf(import.meta.url, KINDS, turn, 2)) {
      const path = `/${collection}/${publication}`;
      const item = { ...sampleInputs[collection], description, ...links[collection], publication };
      const saved = await put(site, path, item);
      for (const part of stored)
        expect([former, saved.description]).toEqual([former, expect.stringContaining(part)]);
      expect(saved.link).toBe(`${present}/${collection}/a`);
      const admin = { ...(await after.asAdmin()), Origin: present };
      const typed = { description: `<p>Again</p>${description}`, publication };
      const open = async () => formIn(await after.page(`/admin${path}`, admin));
      await after.post(`/admin${path}/autosave`, { ...(await open()), ...typed }, admin);
      expect((await open()).description).toContain(stored[0]);
      const sent = await after.post(`/admin${path}`, { ...(await open()), ...typed }, admin);
      expect(sent.status).toBe(303);
      const now = await (await after.fetch(`/api/v1${path}`, { headers: admin })).json();
      for (const part of ['Again', ...stored])
        expect([path, now.description]).toEqual([path, expect.stringContaining(part)]);
    }
    const admin = { ...(await after.asAdmin()), Origin: present };
    const page = await after.page('/admin/settings', admin);
    const version = /name="version" value="([^"]*)"/.exec(page.slice(page.indexOf('id="texts"')))?.[1] ?? '';
    const texts = { aboutText: description, contactText: '<p>Write</p>', privacyText: '<p>None</p>' };
    const saved = await after.post('/admin/settings', { version, ...texts }, admin);
    expect(saved.status).toBe(303);
    for (const part of stored) expect(await after.page('/about')).toContain(part.replace('src=', 'srcSet='));
  }
});

test('saving the form again, or importing an export, changes nothing', async () => {
  await using site = await openSite();
  const first = await put(site, '/articles/own', { ...sampleInputs.articles, link: `${OLD}/articles/own` });
  const headers = await site.asAdmin();
  expect(await site.page('/admin/articles/own', headers)).toContain(`value="${OLD}/articles/own"`);
  const again = await site.fetch('/api/v1/articles/own', {
    method: 'PUT',
    body: JSON.stringify({ ...sampleInputs.articles, link: first.link }),
    headers: { ...headers, 'Content-Type': 'application/json', Origin: OLD },
  });
  expect([again.status, await again.json()]).toEqual([200, expect.objectContaining({ link: first.link })]);
  expect(await storedOf(site.write, 'article', 'own')).toBe('/articles/own');
});

eachDatabase(
  'links stored as absolute addresses are repaired, whatever the address was; others are not changed',
  async (t) => {
    const { write } = t.database;
    const html = `<p><a href="${OLD}/news/x" target="_blank" rel="noopener noreferrer">x</a> <a href="https://other.example/" target="_blank" rel="noopener noreferrer">o</a> <a href="${OLD}//evil.example">e</a></p>`;
    await write
      .insertInto('article')
      .values([
        { ...articleRow('own'), link: `${OLD}/articles/own`, sourceUrl: OLD },
        {
          ...articleRow('older'),
          link: 'http://10.0.0.7:3108/articles/older',
          sourceUrl: 'http://10.0.0.7:3108/',
        },
        { ...articleRow('other'), link: 'https://other.example/articles/8', description: html },
        { ...articleRow('deep'), link: `${OLD}//evil.example`, sourceUrl: `${OLD}/about?x=1` },
      ])
      .execute();
    const later = { ...articleRow('later'), link: 'http://old.example/articles/later', description: html };
    const version = { version: 1, publishAt: 9e12, createdAt: 0, updatedAt: 0 };
    await write
      .insertInto('item_version')
      .values({
        state: 'scheduled',
        collection: 'articles',
        id: 'later',
        item: JSON.stringify(later),
        ...version,
      })
      .execute();
    const doctor = () => typeCommand(['doctor'], { environment: environmentOf(t) });
    const before = (await doctor()).printed.join('\n');
    expect(before).toMatch(/^warning +1 item points to http:\/\/old\.example for its own page\./m);
    expect(before).toMatch(
      /^warning +1 item points to http:\/\/10\.0\.0\.7:3108 for its own page\. .*doctor --repair-links$/m,
    );
    const repaired = await typeCommand(['doctor', '--repair-links'], { environment: environmentOf(t) });
    expect(repaired).toMatchObject({ code: 0, complained: [] });
    const rows = await write
      .selectFrom('article')
      .select(['id', 'link', 'sourceUrl', 'description'])
      .orderBy('id')
      .execute();
    expect(rows.map(({ id, link, sourceUrl }) => [id, link, sourceUrl])).toEqual([
      ['deep', `${OLD}//evil.example`, '/about?x=1'],
      ['older', '/articles/older', '/'],
      ['other', 'https://other.example/articles/8', articleRow('other').sourceUrl],
      ['own', '/articles/own', '/'],
    ]);
    expect(rows[2]?.description).toBe(
      `<p><a href="/news/x">x</a> <a href="https://other.example/" target="_blank" rel="noopener noreferrer">o</a> <a href="${OLD}//evil.example">e</a></p>`,
    );
    const waiting = await write.selectFrom('item_version').select('item').executeTakeFirstOrThrow();
    expect(JSON.parse(waiting.item)).toMatchObject({
      link: '/articles/later',
      description: expect.stringContaining('<a href="/news/x">x</a>'),
    });
    expect((await doctor()).printed.join('\n')).toMatch(
      /^ok +Links to this site work at its current address$/m,
    );
  },
);

test('only links to this site become paths, and no path leads elsewhere', () => {
  for (const [link, stored] of [
    [`${NEW}/a?b=1#c`, '/a?b=1#c'],
    [NEW, '/'],
    ['HTTPS://Town.Example/a', '/a'],
    [`${NEW}//evil.example/`, `${NEW}//evil.example/`],
    [`${NEW}/\\evil.example/`, `${NEW}/\\evil.example/`],
    ['https://town.example@evil.example/', 'https://town.example@evil.example/'],
    ['https://me:secret@town.example/', 'https://me:secret@town.example/'],
    ['https://town.example.org/', 'https://town.example.org/'],
    ['http://town.example/', 'http://town.example/'],
  ] as const)
    expect([link, storedLinkOf(link, { siteUrl: NEW })]).toEqual([link, stored]);
  expect([resolvedLinkOf('/', NEW), resolvedLinkOf('/a', NEW), resolvedLinkOf(OLD, NEW)]).toEqual([
    NEW,
    `${NEW}/a`,
    OLD,
  ]);
  expect(
    storedHtmlOf(`<img src="${NEW}/x.svg" alt="${NEW}/y"><a href="${NEW}//z">z</a>`, { siteUrl: NEW }),
  ).toBe(`<img src="/x.svg" alt="${NEW}/y"><a href="${NEW}//z">z</a>`);
});
