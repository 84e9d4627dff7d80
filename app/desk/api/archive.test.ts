import { expect, test } from 'vitest';
import { listArchived } from '#app/items/archive/archive-store.server.ts';
import { openSite } from '../../../tests/open-site.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const at = new Date(NOW).toISOString();

const news = {
  id: 'road',
  title: 'Mill Street closes',
  link: 'https://town.example/road',
  pubDate: at,
  description: '<p>The culvert is mended. <a href="/x">Click here</a>.</p>',
};

test('an archived item is marked, refuses every change, and is found only on request, until it is taken out', async () => {
  await using site = await openSite({ now: () => NOW });
  const admin = await site.asAdmin();
  const call = async (method: string, path: string, body?: object) => {
    const response = await site.fetch(`/api/v1/${path}`, {
      method,
      headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text(), tag: response.headers.get('ETag') };
  };
  const page = async (path: string) => (await site.fetch(path, { headers: admin })).text();
  const findings = async () => (await page('/admin/accessibility')).includes('href="/admin/news/road"');

  await call('PUT', 'news/road', news);
  const before = await call('GET', 'news/road');
  expect(before.text).not.toContain('archived');
  expect(await page('/search?q=culvert')).toContain('Mill Street closes');
  expect(await findings()).toBe(true);

  expect((await call('PATCH', 'news/road', { archived: 'yes' })).status).toBe(422);
  expect((await call('PATCH', 'news/road', { archived: true, title: 'Other' })).status).toBe(422);
  expect((await call('PATCH', 'news/none', { archived: true })).status).toBe(404);
  const archived = await call('PATCH', 'news/road', { archived: true });
  expect([archived.status, JSON.parse(archived.text).archivedAt]).toEqual([200, at]);
  expect((await call('GET', 'news/road')).tag).not.toBe(before.tag);
  expect(await page('/news/road/mill-street-closes')).toContain('Archived on November 20, 2026.');
  expect(await page('/news')).toContain('Mill Street closes');
  expect(await page('/search?q=culvert')).not.toContain('Mill Street closes');
  expect(await page('/search?q=culvert')).toContain('/search?q=culvert&amp;archived=1');
  expect(await page('/search?q=culvert&archived=1')).toContain('Mill Street closes');
  expect(JSON.parse((await call('GET', 'search?q=culvert')).text).total).toBe(0);
  expect(JSON.parse((await call('GET', 'search?q=culvert&archived=1')).text).total).toBe(1);
  expect(await findings()).toBe(false);

  const refused = await call('PUT', 'news/road', { ...news, title: 'Changed' });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('is archived')]);
  expect((await call('PATCH', 'news/road', { publication: 'draft' })).status).toBe(422);
  const form = new FormData();
  const typed = { ...news, title: 'Typed title', pubDate: '2026-11-20T17:00', publication: 'published' };
  const [, version = ''] = /name="version" value="([^"]+)"/.exec(await page('/admin/news/road')) ?? [];
  for (const [name, value] of Object.entries({ ...typed, version, draft: '0' })) form.set(name, value);
  const sent = await site.fetch('/admin/news/road', {
    method: 'POST',
    headers: { ...admin, Origin: site.origin },
    body: form,
  });
  const again = await sent.text();
  expect(sent.status).toBe(409);
  expect(again).toContain('This news item is archived and can’t be changed.');
  expect(again).toContain('value="Typed title"');

  expect((await call('DELETE', 'news/road')).status).toBe(204);
  expect((await call('POST', 'news/road/restore')).status).toBe(200);
  expect(JSON.parse((await call('GET', 'news/road')).text).archivedAt).toBe(at);
  expect(await page('/admin/news/road')).toContain('Archived on November 20, 2026. Take it out');

  const press = (archive: string) =>
    site.fetch('/admin/news/road/archiving', {
      method: 'POST',
      headers: { ...admin, Origin: site.origin },
      body: new URLSearchParams({ archive }),
      redirect: 'manual',
    });
  expect(await page('/admin/news/road/archiving')).toContain('Take out of the archive');
  expect((await press('0')).status).toBe(303);
  expect((await call('GET', 'news/road')).text).not.toContain('archivedAt');
  expect(await page('/news/road/mill-street-closes')).not.toContain('Archived on');
  expect((await call('PATCH', 'news/road', { title: 'Changed' })).status).toBe(200);
  expect((await press('1')).status).toBe(303);

  // What is deleted for good is archived no longer, and what was archived elsewhere is archived here.
  expect((await call('DELETE', 'news/road?forever=true')).status).toBe(204);
  expect(await listArchived(site.write, 'news', ['road'])).toEqual(new Map());
  await call('PUT', 'news/road', { ...news, archivedAt: '2026-01-02T03:04:05.000Z' });
  expect(JSON.parse((await call('GET', 'news/road')).text).archivedAt).toBe('2026-01-02T03:04:05.000Z');
});
