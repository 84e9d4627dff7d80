/** What people find on a frozen site: nothing that leads to a refusal, and a way to delete what is stored about them. */
import { beforeEach, expect, test } from 'vitest';
import { freezeTown } from '#app/platform/database/frozen-since.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { ADMIN, openSite, type TestSite } from '../../tests/open-site.ts';
import { seedSampleTown } from '../../tests/sample-town.ts';
import { MEMBER } from '../../tests/seeded-people.ts';

let site: TestSite;

beforeEach(async () => {
  site = await openSite();
  const context = { now: site.services.now(), town: defaultTown, siteUrl: site.origin };
  await seedSampleTown(site.write, site.services.settings, context);
  return () => site[Symbol.asyncDispose]();
});

type Found = { status: number; links: string[]; forms: string[] };

async function look(path: string, headers: Record<string, string>): Promise<Found> {
  const response = await site.fetch(path, { headers });
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html');
  const html = isPage ? await response.text() : '';
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = '']) => plain(value));
  return {
    status: response.status,
    links: all(/<a [^>]*href="(\/[^"#]*)/g),
    forms: all(/<form(?=[^>]*method="post")[^>]*action="([^"]*)"/g),
  };
}

const plain = (text: string) => text.replaceAll('&amp;', '&');

/** Pages of a kind, such as articles, are alike: a few of each are enough. */
const MOST_ALIKE = 3;

/** Follows the links from the front page; returns the pages' addresses with their status, and where forms lead. */
async function crawl(headers: Record<string, string>) {
  const pages = new Map<string, number>();
  const forms = new Set<string>();
  const alike = new Map<string, number>();
  const waiting = ['/', '/articles', '/login', '/account'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const [, section = '', ...rest] = path.replace(/\?.*/, '').split('/');
    const kind = path.startsWith('/admin') ? path : `${section} ${rest.length}`;
    const seen = alike.get(kind) ?? 0;
    if (pages.has(path) || seen === MOST_ALIKE || /^\/(logout|admin\/another-day\/)/.test(path)) continue;
    alike.set(kind, seen + 1);
    const { status, links, forms: sent } = await look(path, headers);
    pages.set(path, status);
    waiting.push(...links);
    for (const form of sent) forms.add(form);
  }
  return { pages, forms: [...forms] };
}

test.each(['a visitor', 'a member', 'the administrator'] as const)(
  'For %s, no link and no form of a frozen site leads to a refusal',
  async (who) => {
    const headers = who === 'a visitor' ? {} : await (who === 'a member' ? site.asMember() : site.asAdmin());
    await freezeTown(site.write, site.services.now());
    const { pages, forms } = await crawl(headers);
    expect(pages.size).toBeGreaterThan(40);
    expect([...pages].filter(([, status]) => status >= 400)).toEqual([]);
    // Deleting the account ends the session: last.
    for (const form of forms.sort(
      (a, b) => Number(a === '/account/deletion') - Number(b === '/account/deletion'),
    ))
      expect([form, (await site.post(form, {}, headers)).status]).not.toEqual([form, 403]);
  },
);

test('On a frozen site, members can download their data and delete their account, and change nothing else', async () => {
  const member = await site.asMember();
  await freezeTown(site.write, site.services.now());
  const login = await site.page('/login');
  expect(login).toContain('Log in to download your data or delete your account.');
  const entered = await site.post('/login', MEMBER);
  expect(entered.status).toBe(303);
  const headers = { Cookie: entered.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const account = await site.page('/account', headers);
  expect(account).toContain('href="/account/data"');
  expect(account).toContain('href="/account/deletion"');
  expect(account).not.toMatch(/Community updates|Change address|Passkeys|Your devices/);
  expect((await site.fetch('/account/data', { headers })).status).toBe(200);
  for (const path of ['/account', '/account/password', '/account/address', '/account/sessions'])
    expect([path, (await site.post(path, {}, headers)).status]).toEqual([path, 403]);
  for (const path of ['/account/password', '/account/sessions', '/account/passkeys'])
    expect([path, (await site.fetch(path, { headers })).status]).toEqual([path, 403]);

  expect(await site.page('/account/deletion', headers)).toContain('You cannot undo this.');
  expect((await site.post('/account/deletion', {}, headers)).status).toBe(303);
  for (const ended of [headers, member])
    expect((await site.fetch('/account', { headers: ended })).headers.get('Location')).toBe(
      '/login?next=%2Faccount',
    );
  const people = await site.write.selectFrom('site_user').select('id').execute();
  expect(people).toEqual([]);
});

test('A frozen site shows its polls as closed and the newsletter as ended', async () => {
  expect(await site.page('/polls')).toMatch(/badge is-success">Open/);
  await freezeTown(site.write, site.services.now());
  const list = await site.page('/polls');
  expect(list).not.toMatch(/badge is-success">Open|Open until/);
  const poll = /href="(\/polls\/sample-[^"]*)"/.exec(list)?.[1] ?? '';
  expect(await site.page(poll)).toContain('This poll takes no votes since the site was frozen.');
  expect(await site.page('/newsletter')).toContain('The newsletter has ended, because the site is frozen.');
});

test('A frozen site takes no new accounts', async () => {
  await freezeTown(site.write, site.services.now());
  for (const path of ['/login?mode=register', '/login/google?join'])
    expect([
      path,
      (await site.post(path, { email: 'new@example.org', password: 'x'.repeat(20) })).status,
    ]).toEqual([path, 403]);
  expect(await site.write.selectFrom('site_user').select('id').execute()).toEqual([]);
});

test('The administrator of a frozen site sees only what still works, and what deleting their account means', async () => {
  const admin = await site.asAdmin();
  expect(await site.page('/articles', admin)).toContain('Edit articles');
  await freezeTown(site.write, site.services.now());
  expect(await site.page('/articles', admin)).not.toContain('Edit articles');
  expect((await site.fetch('/nothing/here', { headers: admin })).status).toBe(404);
  const hub = await site.page('/admin', admin);
  const menu = /<nav class="sidenav".*?<\/nav>/s.exec(hub)?.[0] ?? '';
  expect([...menu.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/admin',
    '/admin/activity',
    '/admin/backups',
  ]);
  for (const path of ['/admin/articles', '/admin/sources', '/admin/settings'])
    expect([path, (await site.fetch(path, { headers: admin })).status]).toEqual([path, 403]);
  // A tab that was opened before loads the page, which says why; a form says it at once.
  const data = await site.fetch('/admin/articles.data', { headers: admin });
  expect([data.status, await data.text()]).toEqual([202, expect.stringContaining('"/admin/articles"')]);
  const sent = await site.post('/admin/articles/add.data', { title: 'Typed before' }, admin);
  expect([sent.status, await sent.text()]).toEqual([
    403,
    expect.stringContaining('This site has been frozen'),
  ]);
  expect(await site.page('/account/deletion', admin)).toContain('created with a command on the server');
  expect((await site.post('/login', ADMIN)).status).toBe(303);
});
