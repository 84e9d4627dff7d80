/** The HTML of every kind of page is valid, on the sample town. */
import { expect, test } from 'vitest';
import { defaultTown } from '#app/town/default-town.ts';
import { listHtmlFaults } from './html-faults.ts';
import { openSite, type TestSite } from './open-site.ts';
import { isDeep } from './rounds.ts';
import { seedSampleTown } from './sample-town.ts';
import { seedImport } from './seed-import.ts';
import { seedIssue } from './seed-issue.ts';

const now = Date.parse('2026-11-20T22:00:00Z');

const publicPages = [
  '/articles',
  '/articles?page=2',
  '/news',
  '/events',
  '/events?page=2',
  '/polls',
  '/businesses',
  '/businesses?category=Nothing',
  '/about',
  '/contact',
  '/privacyPolicy',
  '/subscribe',
  '/newsletter',
  '/newsletter/2026-11-20',
  '/newsletter/2026-11-20/paper',
  '/search',
  '/search?q=library',
  '/search?q=qqqqq',
  '/login',
  '/login?mode=register',
  '/forgot',
  '/NotFound/x',
  '/nothing',
];

const collections = ['articles', 'news', 'events', 'polls', 'businesses'];

const adminPages = [
  '/account',
  '/account/password',
  '/account/deletion',
  '/admin',
  ...collections.flatMap((name) => [`/admin/${name}`, `/admin/${name}/add`]),
  ...['/admin/trash', '/admin/sources', '/admin/newsletter', '/admin/redirects', '/admin/redirects/missing'],
  '/admin/mail',
  '/admin/activity',
  '/admin/settings',
  '/admin/backups',
  '/admin/settings/tokens',
];

async function openSampleTown(): Promise<TestSite> {
  const site = await openSite({ now });
  await seedSampleTown(site.write, site.services.settings, { now, town: defaultTown, siteUrl: site.origin });
  return site;
}

/** Every item of an API list, by its id. */
async function idsOf(site: TestSite, collection: string): Promise<string[]> {
  const { items } = (await (await site.fetch(`/api/v1/${collection}?limit=100`)).json()) as {
    items: { id: string }[];
  };
  return items.map(({ id }) => id);
}

async function faultsOf(site: TestSite, path: string, headers?: Record<string, string>): Promise<string[]> {
  const answer = await site.fetch(path, { headers: headers ?? {} });
  // The ballots page of an open poll redirects to it.
  if (answer.headers.has('Location')) return [];
  return (await listHtmlFaults(await answer.text())).map((fault) => `${path}: ${fault}`);
}

test('the HTML of every public page is valid', async () => {
  await using site = await openSampleTown();
  await seedIssue(site.write, now, { note: 'Good morning.' });
  const details = [];
  for (const collection of collections)
    for (const id of (await idsOf(site, collection)).slice(0, isDeep(import.meta.url) ? 12 : 2))
      details.push(`/${collection}/${id}`);
  const polls = details.filter((path) => path.startsWith('/polls/'));
  const ofPolls = polls.flatMap((path) => [
    `${path}/results`,
    `${path}/vote`,
    `${path}/embed`,
    `${path}/ballots`,
  ]);
  const faults = [];
  for (const path of [...publicPages, ...details, ...ofPolls]) faults.push(...(await faultsOf(site, path)));
  expect(faults).toEqual([]);
});

test('the HTML of account and admin pages is valid', async () => {
  await using site = await openSampleTown();
  const admin = await site.asAdmin();
  const forms = [];
  for (const collection of collections) {
    const [id] = await idsOf(site, collection);
    forms.push(`/admin/${collection}/${id}`, `/admin/${collection}?delete=${id}`);
  }
  const moveIn = ['/admin/move-in'];
  for (const [index, state] of (['ready', 'importing', 'done', 'failed', 'stopped'] as const).entries()) {
    const id = `${index}`.repeat(8).concat('-1111-4111-8111-111111111111');
    await seedImport(site.write, { id, state });
    moveIn.push(`/admin/move-in/${id}`);
  }
  const faults = [];
  for (const path of [...adminPages, ...forms, ...moveIn])
    faults.push(...(await faultsOf(site, path, admin)));
  expect(faults).toEqual([]);
});

test('invalid HTML would be found', async () => {
  const faults = await listHtmlFaults('<!DOCTYPE html><html lang="en"><p id="a"><div id="a"></div></p>');
  expect(faults.length).toBeGreaterThan(0);
});
