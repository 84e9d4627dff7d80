import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { checkEverything, hasUnchecked } from '#app/items/accessibility/record-findings.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { openSite } from '../../../tests/open-site.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const at = new Date(NOW).toISOString();

const news = {
  title: 'Fire permits',
  link: 'https://town.example/permits',
  pubDate: at,
  description: '<p>To get one, <a href="/permits">click here</a>.</p><h4>Sheds</h4><p>Ask first.</p>',
};

const rowsOf = (db: ReadDb) =>
  db.selectFrom('accessibility_finding').select(['id', 'code', 'place']).orderBy('id').execute();

test('a save, a deletion and a check keep the list of findings, and the statement says how many there are', async () => {
  await using site = await openSite({ now: () => NOW });
  const admin = await site.asAdmin();
  const send = (method: string, path: string, body?: object) =>
    site.fetch(`/api/v1/${path}`, {
      method,
      headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const page = async (path: string) => (await site.fetch(path, { headers: admin })).text();

  expect(await page('/accessibility')).toContain('Not checked yet');
  expect(await page('/admin/accessibility')).toContain('for the first time');
  expect(await hasUnchecked(site.write, collections)).toBe(true);
  await checkEverything(site.write, collections, () => NOW);
  expect(await hasUnchecked(site.write, collections)).toBe(false);

  expect((await send('PUT', 'news/permits', { ...news, id: 'permits' })).status).toBe(201);
  expect((await send('PUT', 'news/draft', { ...news, id: 'draft', publication: 'draft' })).status).toBe(201);
  expect(await rowsOf(site.write)).toEqual([
    { id: 'news/permits/0', code: 'link-text', place: 'To get one, click here' },
    { id: 'news/permits/1', code: 'heading-skip', place: 'Sheds' },
  ]);
  const list = await page('/admin/accessibility');
  expect(list).toContain('Links that don’t say where they go');
  expect(list).toContain('href="/admin/news/permits"');
  expect(list).toContain('2 findings');
  expect(await page('/admin/accessibility?kind=heading-skip')).toContain('News item, “Sheds”');
  expect(await page('/admin/accessibility?show=documents')).toContain('Nothing was found here.');
  const statement = await page('/accessibility');
  expect(statement).toContain('1 link does not say where it goes.');
  expect(statement).toContain('WCAG) 2.2, level AA');
  expect(statement).toContain('<time dateTime="2026-11-20T17:00:00-05:00">');
  expect(await page('/news')).toContain('<a href="/accessibility">Accessibility</a>');
  expect(await page('/sitemaps/pages.xml')).toContain('/accessibility</loc>');

  const mended = { ...news, id: 'permits', description: '<p>Use <a href="/permits">the form</a>.</p>' };
  expect((await send('PUT', 'news/permits', mended)).status).toBe(200);
  expect(await rowsOf(site.write)).toEqual([]);
  expect(await page('/accessibility')).not.toContain('does not say where it goes');

  await send('PUT', 'news/permits', { ...news, id: 'permits' });
  await send('DELETE', 'news/permits');
  expect(await rowsOf(site.write)).toEqual([]);
  await send('POST', 'news/permits/restore');
  expect(await rowsOf(site.write)).toHaveLength(2);

  const asked = await site.fetch('/admin/accessibility', {
    method: 'POST',
    headers: { ...admin, Origin: site.origin },
    redirect: 'manual',
  });
  expect(asked.status).toBe(303);
  expect(await page('/admin/accessibility')).toContain('Everything is being checked.');
  expect(await hasUnchecked(site.write, collections)).toBe(true);
});

eachDatabase(
  'a check of everything finds what other ways have written, and writes only changes',
  async ({ database: { write } }) => {
    const item = (id: string, description: string) =>
      collections.news.store.save(
        write,
        {
          ...news,
          id,
          pubDate: NOW,
          description,
          sourceId: null,
          sourceName: null,
          sourceUrl: null,
          legal: false,
        } as never,
        { now: NOW },
      );
    for (let number = 0; number < 60; number++) await item(`n${100 + number}`, news.description);
    await checkEverything(write, collections, () => NOW);
    expect(await rowsOf(write)).toHaveLength(120);
    const counters = () =>
      write.selectFrom('collection_revision').selectAll().where('collection', '=', 'accessibility').execute();
    await collections.news.store.remove(write, 'n159');
    await item('n100', '<p>Nothing.</p>');
    await checkEverything(write, collections, () => NOW);
    expect(await rowsOf(write)).toHaveLength(116);
    const before = await counters();
    await checkEverything(write, collections, () => NOW);
    // Only that it was checked: PostgreSQL counts an insertion that becomes an update twice.
    expect(Number((await counters())[0]?.revision) - Number(before[0]?.revision)).toBeLessThanOrEqual(14);
  },
);
