/** A page is opened once, and all that is true of every page is checked then. */
import type { Page } from '@playwright/test';
import { expectEveryLook, expectNoExcess, isEveryLook } from '../expect-accessible.ts';
import { listHtmlFaults } from '../html-faults.ts';
import { expect, signInAsAdministrator, test } from '../journey.ts';
import { someOf } from '../rounds.ts';
import { readRouteAddresses } from '../route-addresses.ts';

test.use({ share: 'reading' });
test.describe.configure({ mode: 'parallel' });

// All pages are opened, which takes time on a small machine.
test.slow();

/** Examined by axe, in light and dark colors: all if something under `app/` has changed, otherwise one of three. */
const publicPages = [
  '/articles',
  '/articles?page=2',
  '/articles/sample-library-roof-vote',
  '/articles/sample-flood-map',
  '/tags/town-hall',
  '/news',
  '/events',
  '/polls',
  '/businesses',
  '/about',
  '/contact',
  '/privacyPolicy',
  '/login',
  '/login?mode=register',
  '/login/recovery',
  '/forgot',
  '/verify/x',
  '/NotFound/x',
];

const adminPages = [
  '/admin',
  '/admin/articles',
  '/admin/articles/add',
  '/admin/articles?delete=sample-library-roof-vote',
  '/admin/articles/sample-library-roof-vote/revisions',
  '/admin/articles/sample-library-roof-vote/preview',
  '/admin/news',
  '/admin/events',
  '/admin/events/add',
  '/admin/polls',
  '/admin/polls/add',
  '/admin/businesses/add',
  '/admin/sources',
  '/admin/sources/add',
  '/admin/sources/import',
  '/admin/move-in',
  '/admin/move-in?from=wordpress',
  '/admin/trash',
  '/admin/mail',
  '/admin/activity',
  '/admin/settings',
  '/admin/settings/tokens',
  '/admin/redirects',
  '/admin/redirects/missing',
  '/admin/redirects/import',
  '/account?saved',
  '/account/password',
  '/account/deletion',
  '/account/address',
  '/account/proof',
  '/account/passkeys',
  '/account/recovery-codes',
  '/account/sessions',
];

/** Leaving would end the session. The other leads on by script, in the journeys of Google sign-in. */
const left = ['/logout', '/login/google'];

const collections = ['articles', 'news', 'events', 'polls', 'businesses'];
const isManaged = (path: string) => /^\/(?:admin|account)\b/.test(path);

test('every page of visitors is accessible and valid HTML, does not scroll sideways, does not violate the content security policy, and loads nothing from elsewhere (R-23)', async ({
  page,
  site,
}) => {
  const ids = await readIds(page);
  const paths = await listPages(page, ids, (path) => !isManaged(path));
  expect(paths.length).toBeGreaterThan(20);
  const details = ['events', 'polls', 'businesses'].map((name) => `/${name}/${ids[name]}`);
  await tour(page, site.url, [...publicPages, ...details], paths);
});

test('every page of the administrator is and does the same (R-23)', async ({ page, site }) => {
  await signInAsAdministrator(page);
  const ids = await readIds(page);
  const paths = await listPages(page, ids, isManaged);
  expect(paths.length).toBeGreaterThan(35);
  const read = ['/articles', ...collections.map((name) => `/${name}/${ids[name]}`)];
  await tour(page, site.url, adminPages, [...paths, ...read]);
});

/** The id of an item of each collection. */
async function readIds(page: Page): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const name of collections) {
    const { items } = await (await page.request.get(`/api/v1/${name}?limit=1`)).json();
    ids[name] = items[0]?.id ?? '';
  }
  return ids;
}

/** The addresses of the site's routes that show a page. */
async function listPages(
  page: Page,
  ids: Record<string, string>,
  isChosen: (path: string) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const address of readRouteAddresses()) {
    if (!isChosen(address) || address.startsWith('/api/') || left.includes(address)) continue;
    const named = address.replace(':collection', 'articles');
    const path = named.replace(/^((?:\/admin)?\/(\w+))\/i1\b/, (whole, list, name) =>
      ids[name] ? `${list}/${ids[name]}` : whole,
    );
    const response = await page.request.get(path, { maxRedirects: 0 });
    if (response.status() === 200 && response.headers()['content-type']?.startsWith('text/html'))
      found.push(path);
  }
  return found;
}

/**
 * Opens each page once, and one in three if nothing under `app/` has changed. Those to be examined are shown in every
 * look, too.
 */
async function tour(page: Page, origin: string, notable: string[], others: string[]): Promise<void> {
  const examined = isEveryLook ? notable : someOf(import.meta.url, notable, 0, 3);
  const incidents = await watchPolicy(page, origin);
  const faults: string[] = [];
  const all = [...notable, ...others];
  const opened = isEveryLook ? all : [...examined, ...someOf(import.meta.url, all, 0, 3)];
  for (const path of new Set(opened)) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const response = await page.goto(path);
    const html = (await response?.text()) ?? '';
    faults.push(...(await listHtmlFaults(html)).map((fault) => `${path}: ${fault}`));
    for (const width of [768, 320]) await expectNoExcess(page, width);
    if (examined.includes(path)) await expectEveryLook(page, [1280, 390]);
  }
  expect(incidents).toEqual([]);
  expect(faults).toEqual([]);
}

/** Records policy violations in the browser, and requests to other sites except pictures of articles. */
async function watchPolicy(page: Page, origin: string): Promise<string[]> {
  const incidents: string[] = [];
  await page.exposeFunction('noteViolation', (what: string) => incidents.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { noteViolation } = window as unknown as { noteViolation: (what: string) => void };
      noteViolation(`${location.pathname}: ${violatedDirective} ${blockedURI}`);
    });
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && request.resourceType() !== 'image')
      incidents.push(`${request.resourceType()} ${request.url()}`);
  });
  return incidents;
}
