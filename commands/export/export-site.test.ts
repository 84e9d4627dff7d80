/** The site as files: complete, without a broken link, only what is public, and replaced only as a whole. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, relative } from 'node:path';
import { Parser } from 'htmlparser2';
import { beforeAll, expect, test } from 'vitest';
import { collections, type NounName } from '#app/collections.server.ts';
import { setArchived } from '#app/items/archive/archive-store.server.ts';
import { saveRedirects } from '#app/moving/redirects/redirect-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { saveTown } from '#app/town/town-store.server.ts';
import { buildIfStale } from '../../scripts/build-if-stale.mjs';
import {
  longOnEachDatabase,
  type TestDatabase,
  type TestLocation,
  withSqlite,
} from '../../tests/each-database.ts';
import { openValidator } from '../../tests/html-validator.ts';
import { environmentOf, NOW, typeCommand } from '../../tests/operator.ts';
import { isDeep } from '../../tests/rounds.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import { seedSampleTown } from '../../tests/sample-town.ts';
import { seedIssue } from '../../tests/seed-issue.ts';
import { seedPicture } from '../../tests/seed-picture.ts';
import { seedUsedDocuments, USED } from '../../tests/seed-used-documents.ts';

const SITE = 'https://town.example';
const context = { now: NOW, town: defaultTown, siteUrl: SITE };
const HOUR = 60 * 60 * 1000;

beforeAll(() => buildIfStale(), 300_000);

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  await body(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

function exportTo(folder: string, t: TestDatabase, signal?: AbortSignal) {
  const environment = { ...environmentOf(t), BELFRY_URL: SITE };
  return typeCommand(['export', 'site', folder], { environment, ...(signal ? { signal } : {}) });
}

async function saveArticle(write: WriteDb, fields: Record<string, unknown>, publishAt?: number) {
  const item = collections.articles.json.schema.parse({ ...sampleInputs.articles, ...fields });
  await collections.articles.store.save(write, item, { now: NOW, ...(publishAt ? { publishAt } : {}) });
}

/** Of the sample town a few items of each collection, and all of them if it is deep. */
async function seedSampleItems(write: WriteDb, location: TestLocation): Promise<void> {
  await seedSampleTown(write, location, context);
  if (isDeep(import.meta.url)) return;
  for (const { source, store } of Object.values(collections)) {
    const rows = await write
      .selectFrom(source.table as 'event')
      .select('id')
      .orderBy('id')
      .execute();
    for (const { id } of rows.slice(6)) await store.remove(write, id);
  }
}

/** What is hard to put into files: names, links and texts that people made up. */
async function seedOddities({ database: { write }, location }: TestDatabase, media: string): Promise<void> {
  await seedSampleItems(write, location);
  const dataFolder = 'dataFolder' in location ? location.dataFolder : media;
  const files = openMediaFiles({ dataFolder });
  const { id: picture } = await seedPicture(write, files, 'mill');
  await seedUsedDocuments(write, files, NOW);
  const links = [
    '/articles/gone',
    `${SITE}/articles/Case/some-title#more`,
    '/login',
    '/tags/a%2Fb',
    'https://x.example/',
  ]
    .map((href) => `<a href="${href}">Link</a>`)
    .join(' ');
  const description = `<p>${links} Zażółć gęślą jaźń, crème brûlée.</p>`;
  await saveArticle(write, { id: 'odd', title: '</script><b>Café & "co"', description, picture });
  await saveArticle(write, { id: 'Case', title: 'Upper', tags: ['What? Why/How', 'Ünïcode'] });
  await saveArticle(write, { id: 'case', title: 'Lower', tags: ['con', 'a.'] });
  await saveArticle(write, { id: 'kept', title: 'Budget of 1998', description: '<p>Zyzzyva.</p>' });
  await setArchived(write, collections.articles, 'kept', NOW);
  await saveTown(write, { bodies: 'Selectboard' });
  const meeting = { body: 'Selectboard', agendaText: '<p>Road salt.</p>' };
  const budget = { ...sampleInputs.events, id: 'budget', title: 'Budget hearing', meeting };
  await collections.events.store.save(write, collections.events.json.schema.parse(budget), { now: NOW });
  await saveArticle(write, { id: 'soon', title: 'Secretly scheduled' }, NOW + HOUR);
  await collections.news.store.unpublished?.saveDraft(
    write,
    { id: 'half', title: 'Secret draft' },
    { now: NOW },
  );
  await collections.polls.store.save(
    write,
    collections.polls.json.schema.parse({
      ...sampleInputs.polls,
      id: 'free',
      voters: 'anyone',
      resultsShown: 'always',
    }),
    { now: NOW },
  );
  await seedIssue(write, NOW, { note: 'Good morning.' });
  const redirects = [
    { from: '/2019/05/roof/', to: '/articles/odd' },
    { from: '/?p=12', to: '/articles/Case' },
    { from: '/shop/*', to: '/articles/odd' },
    { from: '/draft-post', to: '/news/half' },
    { from: '/?p=204', to: '/articles/soon' },
    { from: '/a/:splat', to: '/articles/odd' },
    { from: '/old shop', to: 'https://shop.example/' },
  ];
  await saveRedirects(write, redirects, { now: NOW, moveIn: null, isOwnAddress: () => false });
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

type Link = { tag: string; href: string; rel: string };

function linksOf(html: string): Link[] {
  const links: Link[] = [];
  const parser = new Parser({
    onopentag(tag, { href, src, srcset, rel = '' }) {
      for (const one of [href, src]) if (one !== undefined) links.push({ tag, href: one, rel });
      for (const one of srcset?.split(',') ?? [])
        links.push({ tag, href: one.trim().split(/\s/)[0] ?? '', rel });
    },
  });
  parser.end(html);
  return links;
}

/** The links of a page that lead to no file, or by an absolute address to the site itself. */
function faultsOf(page: string, html: string, files: ReadonlySet<string>): string[] {
  return linksOf(html).flatMap(({ tag, href, rel }) => {
    if (rel === 'canonical') return href.startsWith(`${SITE}/`) ? [] : [`${page}: ${href}`];
    if (/^(https?|mailto|tel|webcal):/.test(href))
      return href.startsWith(SITE) ? [`${page}: ${tag} ${href} is absolute`] : [];
    const [path = ''] = decodeURIComponent(href).split('#');
    const file = path ? normalize(join(dirname(page), path)) : page;
    return files.has(file) ? [] : [`${page}: ${tag} ${href} is missing`];
  });
}

const validator = openValidator({ 'require-sri': 'off' });

/** What is invalid in one page of each kind. */
async function listInvalid(folder: string, pages: string[]): Promise<string[]> {
  const kindOf = (page: string) =>
    page
      .replaceAll(/[^/]*\d[^/]*|sample-[^/]*/g, 'x')
      .split('/')
      .slice(0, 3)
      .join('/');
  const faults: string[] = [];
  for (const [page = ''] of Map.groupBy(pages, kindOf).values()) {
    const { results } = await validator.validateString(await readFile(join(folder, page), 'utf8'));
    for (const { ruleId, message } of results.flatMap(({ messages }) => messages))
      faults.push(`${page}: ${ruleId}: ${message}`);
  }
  return faults;
}

longOnEachDatabase(
  'the whole site is there as files, without a broken link, and only what is public',
  async (t) => {
    await withFolder(async (parent) => {
      await seedOddities(t, parent);
      const folder = join(parent, 'site');
      const environment = { BELFRY_DATA: parent, ...environmentOf(t), BELFRY_URL: SITE };
      const typed = await typeCommand(['export', 'site', folder], { environment });
      expect(typed.complained).toEqual([]);
      expect(typed.code).toBe(0);
      expect(typed.printed.join()).toContain('index.html');
      const files = await listFiles(folder);
      const known = new Set(files);
      const pages = files.filter((file) => file.endsWith('.html') && file !== '404.html');
      const faults: string[] = [];
      for (const page of pages) {
        const html = await readFile(join(folder, page), 'utf8');
        faults.push(...faultsOf(page, html, known));
        expect([page, html.match(/<form|<style|<iframe|\son\w+="|\/login|\/admin|\/account/)]).toEqual([
          page,
          null,
        ]);
        expect([page, html.includes('http-equiv="Content-Security-Policy"')]).toEqual([page, true]);
        if (/<footer/.test(html)) expect(html).toContain('This copy was made on November 20, 2026, 5:00 PM.');
      }
      expect(faults).toEqual([]);
      if (t.dialect === 'sqlite') expect(await listInvalid(folder, pages)).toEqual([]);
      for (const file of files) {
        const text = await readFile(join(folder, file), 'utf8');
        expect([
          file,
          text.match(
            /Secretly scheduled|Secret draft|draft-post|news\/half|articles\/soon|draft of the minutes|not public/,
          ),
        ]).toEqual([file, null]);
      }
      const document = `documents/${USED.id}/minutes.txt`;
      expect(await readFile(join(folder, document), 'utf8')).toBe(USED.text);
      expect(files.filter((file) => file.startsWith('documents/'))).toEqual([document]);
      expect(await readFile(join(folder, 'businesses/b9/index.html'), 'utf8')).toContain(
        `href="../../${document}"`,
      );
      const odd = await readFile(join(folder, 'articles/odd/index.html'), 'utf8');
      expect(odd).toContain(`<link rel="canonical" href="${SITE}/articles/odd/"/>`);
      expect(odd).toContain('Café');
      // Two items whose ids differ only in case.
      const cases = files.filter((file) => /^articles\/case(-\w+)?\/index\.html$/i.test(file));
      expect(new Set(cases.map((file) => file.toLowerCase())).size).toBe(2);
      expect(await readFile(join(folder, 'polls/free/index.html'), 'utf8')).toContain('<table');
      expect(await readFile(join(folder, 'articles/kept/index.html'), 'utf8')).toContain('Zyzzyva');
      const found = files.filter((file) => file.startsWith('search/'));
      const words = await Promise.all(found.map((file) => readFile(join(folder, file), 'utf8')));
      expect(words.join()).toContain('"hearing"');
      expect(words.join()).not.toContain('zyzzyva');
      expect(await readFile(join(folder, 'meetings/selectboard/index.html'), 'utf8')).toContain('Agenda');
      // What no page links: an event in the past, and the readable address of an item.
      expect(known).toContain('articles/Case/upper/index.html');
      for (const { source } of Object.values(collections))
        for (const { id } of await t.database.read
          .selectFrom(source.table as 'event')
          .select('id')
          .execute())
          expect([
            source.kind,
            id,
            files.filter((file) => file.startsWith(`${source.kind}/${id}`)).length > 0,
          ]).toEqual([source.kind, id, true]);
      for (const file of [
        'feeds/all.rss',
        'events.ics',
        'share/site.png',
        'newsletter/2026-11-20/index.html',
        'sitemap.xml',
        'robots.txt',
      ])
        expect(known).toContain(file);
      expect(files.filter((file) => /^media\/.*\.avif$/.test(file)).length).toBeGreaterThan(0);
      expect(await readFile(join(folder, '2019/05/roof/index.html'), 'utf8')).toContain(
        'url=../../../articles/odd/index.html',
      );
      expect(await readFile(join(folder, '_redirects'), 'utf8')).toMatch(
        /^\/ p=12 \/articles\/Case(-\w+)?\/ 301$/m,
      );
      // There, they would match every address below.
      expect(await readFile(join(folder, '_redirects'), 'utf8')).not.toMatch(/[*]|:splat/);
      expect(await readFile(join(folder, '.htaccess'), 'utf8')).toContain(
        String.raw`hop\/\*/?$" "/articles/odd/"`,
      );
      expect(await readFile(join(folder, '.htaccess'), 'utf8')).toContain('"/articles/odd/" [R=301');
    });
  },
  ['app/moving/static-site', 'server/responses', 'app/site/frame'],
);

async function seedFew(write: WriteDb): Promise<void> {
  for (const {
    name,
    json: { schema },
    store: { save },
  } of Object.values(collections))
    for (const id of ['i1', 'i2'])
      await save(write, schema.parse({ id, ...sampleInputs[name as NounName] }), { now: NOW });
}

test('another export takes the place of the folder it made; one that is stopped leaves it as it was', async () => {
  await withSqlite(async (t) => {
    await withFolder(async (parent) => {
      await seedFew(t.database.write);
      const folder = join(parent, 'site');
      expect((await exportTo(folder, t)).code).toBe(0);
      const before = await listFiles(folder);
      expect(before).toContain('news/i1/index.html');
      await collections.news.store.remove(t.database.write, 'i1');
      const controller = new AbortController();
      const stopped = await typeCommand(['export', 'site', folder], {
        environment: { ...environmentOf(t), BELFRY_URL: SITE },
        signal: controller.signal,
        onProgress: (_what, done) => done > 3 && controller.abort(),
      });
      expect([stopped.code, stopped.complained]).toEqual([130, ['Stopped. Nothing was exported.']]);
      expect(await listFiles(folder)).toEqual(before);
      expect(await readdir(parent)).toEqual(['site']);
      expect((await exportTo(folder, t)).code).toBe(0);
      expect(await listFiles(folder)).not.toContain('news/i1/index.html');
      expect(await readdir(parent)).toEqual(['site']);
    });
  });
});

test('a folder with other files, and a file, are left alone', async () => {
  await withSqlite(async (t) => {
    await withFolder(async (parent) => {
      await writeFile(join(parent, 'cat.jpg'), 'cat');
      const refused = await exportTo(parent, t);
      expect([refused.code, refused.complained.join()]).toEqual([
        1,
        expect.stringContaining('has other files'),
      ]);
      const file = await exportTo(join(parent, 'cat.jpg'), t);
      expect([file.code, file.complained.join()]).toEqual([
        1,
        expect.stringContaining('is a file, not a folder'),
      ]);
      expect(await readdir(parent)).toEqual(['cat.jpg']);
    });
  });
});
