import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { administratorEnvironment, expect, logInAsAdministrator, test } from '../journey.ts';

test.use({ environment: administratorEnvironment });

// Every page is checked completely, which takes time on a small machine.
test.slow();

const publicPages = [
  '/articles',
  '/articles?page=2',
  '/articles/sample-library-roof-vote',
  '/news',
  '/events',
  '/polls',
  '/businesses',
  '/about',
  '/contact',
  '/privacyPolicy',
  '/login',
  '/login?mode=register',
  '/NotFound/x',
];

const adminPages = [
  '/admin',
  '/admin/articles',
  '/admin/articles/add',
  '/admin/articles?delete=sample-library-roof-vote',
  '/admin/news',
  '/admin/events',
  '/admin/events/add',
  '/admin/polls',
  '/admin/polls/add',
  '/admin/businesses/add',
  '/admin/mail',
  '/admin/activity',
  '/admin/settings',
  '/admin/settings/tokens',
  '/account',
];

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectClean(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' });
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${path}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found).toEqual([]);
}

/** The first detail page that a list links to. */
async function firstDetail(page: Page, list: string): Promise<string> {
  await page.goto(list);
  const href = await page
    .locator(`main a[href^="${list}/"]:not([href$=".ics"])`)
    .first()
    .getAttribute('href');
  return href ?? list;
}

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`pages of the site are accessible, ${scheme}, at ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      const details = [];
      for (const list of ['/events', '/polls', '/businesses']) details.push(await firstDetail(page, list));
      for (const path of [...publicPages, ...details]) await expectClean(page, path);
    });
  }
}

for (const width of [1280, 390]) {
  test(`pages of the administrator are accessible at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await logInAsAdministrator(page);
    for (const path of adminPages) await expectClean(page, path);
  });
}

const longName =
  'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch-Taumatawhakatangihangakoauauotamatea';

test('on phones the masthead is one row, no bar is clipped and long names widen no page', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/articles');
  await expect(page.getByRole('search')).toBeHidden();
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/search$/);
  await logInAsAdministrator(page);
  const headers = { Origin: `${baseURL}` };
  const { items } = await (await page.request.get('/api/v1/events?limit=1')).json();
  const event = { eventLocation: longName, title: longName };
  const article = { title: longName, sourceName: longName, pubDate: new Date().toISOString() };
  const changes = { [`events/${items[0].id}`]: event, 'articles/sample-plow-crew': article };
  for (const [path, data] of Object.entries(changes))
    expect((await page.request.patch(`/api/v1/${path}`, { data, headers })).status(), path).toBe(200);
  const pages = ['/articles', '/events', ...Object.keys(changes).map((path) => `/${path}`), '/admin/events'];
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of pages) {
      await page.goto(path);
      const wide = await page.evaluate(() =>
        ['html', '.nav ul', '.sidenav ul'].filter((selector) => {
          const found = document.querySelector(selector);
          return found && found.scrollWidth > found.clientWidth;
        }),
      );
      expect(wide, `${path} at ${width} px`).toEqual([]);
      const rows = await page.evaluate(() => {
        const parts = [...document.querySelectorAll('.masthead__row > :is(a, nav)')];
        const boxes = parts.map((part) => part.getBoundingClientRect());
        return boxes.every((box) => box.top < (boxes[0]?.bottom ?? 0) && box.bottom > (boxes[0]?.top ?? 0));
      });
      expect(rows, path).toBe(true);
    }
  }
});
