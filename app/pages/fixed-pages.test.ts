import { expect, test } from 'vitest';
import { defaultTown } from '#app/town/default-town.ts';
import { findTown, saveTown } from '#app/town/town-store.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { formIn } from '../../tests/form-in.ts';
import { openSite } from '../../tests/open-site.ts';
import { addFixedPages } from './fixed-pages.server.ts';
import { findPage } from './page-store.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const SITE = 'http://localhost:3000';

async function openTown() {
  const site = await openSite({ now: NOW });
  await addFixedPages(site.write, NOW);
  const admin = await site.asAdmin();
  const call = async (method: string, path: string, body?: object) => {
    const response = await site.fetch(`/api/v1/pages/${path}`, {
      method,
      headers: { ...admin, Origin: SITE, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, json: text ? JSON.parse(text) : null };
  };
  return { site, admin, call, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

eachDatabase(
  'the fixed pages are added once, with the texts of Settings',
  async ({ database: { write } }) => {
    await saveTown(write, { contactText: '<p>Write to us.</p>' });
    await addFixedPages(write, NOW);
    await addFixedPages(write, NOW + 1);
    const found = await Promise.all(['about', 'contact', 'privacyPolicy'].map((id) => findPage(write, id)));
    expect(found).toMatchObject([
      { title: 'About', slug: 'about', description: defaultTown.aboutText, menu: 'footer', version: 1 },
      { title: 'Contact', slug: 'contact', description: '<p>Write to us.</p>', version: 1 },
      { title: 'Privacy Policy', slug: 'privacy-policy', description: defaultTown.privacyText, version: 1 },
    ]);
  },
);

test('About, Contact and Privacy Policy are pages at their own addresses, and look as before', async () => {
  await using before = await openSite({ now: NOW });
  await using town = await openTown();
  const { site } = town;
  for (const path of ['/about', '/contact', '/privacyPolicy', '/articles'])
    expect(await site.page(path)).toBe(await before.page(path));
  for (const [slug, address] of [
    ['about', '/about'],
    ['privacy-policy', '/privacyPolicy'],
    ['privacyPolicy', '/privacyPolicy'],
  ] as const) {
    const response = await site.fetch(`/pages/${slug}`);
    expect([response.status, response.headers.get('Location')]).toEqual([301, address]);
  }
  const all = await site.page('/pages');
  for (const address of ['/about', '/contact', '/privacyPolicy'])
    expect(all).toContain(`<a class="plain" href="${address}">`);
});

test('a text is the same in Settings and in its page', async () => {
  await using town = await openTown();
  const { site, admin, call } = town;
  expect((await call('PATCH', 'contact', { description: '<p>Ring the bell.</p>' })).status).toBe(200);
  expect(await site.page('/contact')).toContain('<p>Ring the bell.</p>');
  expect((await findTown(site.write)).contactText).toBe('<p>Ring the bell.</p>');
  const opened = await site.page('/admin/pages/contact', admin);
  const form = formIn(opened);
  // It can't be a draft, nor be deleted, so neither is offered.
  expect(opened.match(/<span id="publication-\w+">/g)).toEqual(['<span id="publication-published">']);
  expect(opened).not.toContain('Move to trash');
  await saveTown(site.write, { contactText: '<p>Knock twice.</p>' });
  expect(await site.page('/contact')).toContain('<p>Knock twice.</p>');
  // The open form does not replace what it has not seen.
  const late = await site.post('/admin/pages/contact', { ...form, title: 'Write to us' }, admin);
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('Knock twice.')]);
  await call('PATCH', 'contact', { title: 'Write to us', checkedAt: '2026-11-03T17:00:00Z' });
  const page = await site.page('/contact');
  expect(page).toContain('<h1>Write to us</h1>');
  expect(page).toContain('November 3, 2026');
});

test('a fixed page can’t be deleted, unpublished, scheduled or moved to another address', async () => {
  await using town = await openTown();
  const { site, admin, call } = town;
  expect((await call('DELETE', 'about')).status).toBe(409);
  expect((await call('DELETE', 'about?forever=true')).status).toBe(409);
  expect((await site.post('/admin/pages', { id: 'about' }, admin)).status).toBe(303);
  for (const change of [
    { slug: 'us' },
    { publication: 'draft' },
    { publication: 'scheduled', publishAt: '2026-12-01T12:00:00Z' },
  ])
    expect((await call('PATCH', 'about', change)).status, JSON.stringify(change)).toBe(422);
  const form = formIn(await site.page('/admin/pages/about', admin));
  const refused = await site.post('/admin/pages/about', { ...form, publication: 'draft' }, admin);
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('always public')]);
  expect((await site.fetch('/about')).status).toBe(200);
  expect(await site.page('/admin/pages', admin)).not.toContain('?delete=about');
  expect(
    (await call('PUT', 'mine', { title: 'Mine', slug: 'about', description: '<p>Mine</p>' })).status,
  ).toBe(422);
});

test('the privacy policy says how the site is set up', async () => {
  await using town = await openTown();
  const page = await town.site.page('/privacyPolicy');
  expect(page).toContain('Nobody can log in with Google or another company here.');
  expect(page).toContain('stays in the trash for 30 days');
});
