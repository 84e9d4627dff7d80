import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from '../expect-accessible.ts';
import { expect, longTest, signInAsAdministrator, test } from '../journey.ts';
import { someOf } from '../rounds.ts';
import { untilQuiet } from '../until-quiet.ts';

const WIDTHS = [1280, 390];
const NARROWEST = [1280, 390, 320];

test.describe('a table', () => {
  test.use({ share: 'reading' });

  test('rows that a phone shows as cards are still rows of a table for screen readers', async ({ page }) => {
    await signInAsAdministrator(page);
    await page.goto('/admin/articles');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await untilQuiet(page);
      const roles = await countTableRoles(page);
      expect(roles).toEqual({ table: 1, row: 11, columnheader: 4, rowheader: 10 });
    }
  });
});

/** What Chromium reports to screen readers of the first table of the page, by role. */
async function countTableRoles(page: Page): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const counts: Record<string, number> = {};
  for (const { ignored, role } of nodes) if (!ignored) counts[role?.value] = (counts[role?.value] ?? 0) + 1;
  const wanted = ['table', 'row', 'columnheader', 'rowheader'];
  return Object.fromEntries(wanted.map((name) => [name, counts[name] ?? 0]));
}

const longName =
  'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch-Taumatawhakatangihangakoauauotamatea';

longTest(
  'what follows an action is accessible, down to 320 px, and works with the keyboard',
  async ({ page, baseURL }) => {
    test.slow();
    const examine = (path: string) => expectAccessibleInEveryLook(page, path, NARROWEST);
    await signInAsAdministrator(page);
    const headers = { Origin: `${baseURL}` };
    const change = async (description: string) => {
      const data = { title: 'Four hundred rolls', description };
      const response = await page.request.patch('/api/v1/articles/sample-bakery', { data, headers });
      expect(response.status()).toBe(200);
    };
    await change('<p>Before anyone is up.</p><p>Rye on Fridays.</p>');
    await change('<p>Before the town is up.</p><ul><li>Rye on Fridays</li></ul>');

    await page.goto('/admin/news');
    const list = page.getByRole('table').getByRole('checkbox');
    await list.nth(1).focus();
    await page.keyboard.press('Space');
    await list.nth(2).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('2 of 10 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Unpublish' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '2 unpublished.' })).toBeVisible();
    const unpublished = new URL(page.url());
    await examine(`${unpublished.pathname}${unpublished.search}`);
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '2 changed back.' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Move to trash' })).toBeHidden();
    await examine('/admin/news?choose=1');
    await expect(page.getByRole('alert')).toContainText('Choose at least one.');

    await list.nth(1).check();
    await page.getByRole('button', { name: 'Move to trash' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'deleted.' })).toBeVisible();
    await examine('/admin/trash');

    const revisions = '/admin/articles/sample-bakery/revisions';
    await page.goto(revisions);
    const versions = page.getByRole('navigation', { name: 'Compare current version with' });
    await versions.getByRole('link').last().press('Enter');
    await expect(page).toHaveURL(/from=1/);
    for (const query of ['?from=1', '?from=1&to=2&view=whole']) await examine(revisions + query);
    await examine('/admin/articles/sample-bakery/preview');
    await examine('/tags/farms-and-food');
    await importArticle(page);
    await examine(new URL(page.url()).pathname);
    await page.getByRole('button', { name: 'Import 1 record' }).press('Enter');
    await expect(page.getByText('1 record was imported: 1 article.')).toBeVisible({ timeout: 30_000 });
    await examine(new URL(page.url()).pathname);
    await page.getByRole('link', { name: 'Undo import' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Undo this import?' })).toBeVisible();
    await examine(new URL(page.url()).pathname);
    await page.goto('/search?q=knitting');
    await page.getByRole('main').getByRole('link', { name: 'Knitting circle' }).first().click();
    await page.getByRole('link', { name: 'All dates' }).press('Enter');
    await expect(page).toHaveURL(/\/events\/series\//);
    await examine(new URL(page.url()).pathname);
  },
);

/** Uploads an export with one article that is rejected and one that is not, until its report is there. */
async function importArticle(page: Page): Promise<void> {
  const article = { title: 'Moved in', pubDate: '2025-03-01T12:00:00Z', description: '<p>From afar.</p>' };
  const articles = { a1: article, a2: { ...article, link: 'javascript:alert(1)' } };
  await page.goto('/admin/move-in');
  await page.getByRole('button', { name: 'Start dry run' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Check the fields below.');
  await page.getByLabel('Firestore data').setInputFiles({
    ...{ name: 'town.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ articles })) },
  });
  await page.getByRole('button', { name: 'Start dry run' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'What we found' })).toBeVisible({ timeout: 30_000 });
}

test('on phones the masthead is one row, no bar is clipped and long names widen no page', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/articles');
  await expect(page.getByRole('search')).toBeHidden();
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/search$/);
  await signInAsAdministrator(page);
  const headers = { Origin: `${baseURL}` };
  const { items } = await (await page.request.get('/api/v1/events?limit=1')).json();
  const event = { eventLocation: longName, title: longName };
  const article = { title: longName, sourceName: longName, pubDate: new Date().toISOString() };
  const changes = { [`events/${items[0].id}`]: event, 'articles/sample-plow-crew': article };
  for (const [path, data] of Object.entries(changes))
    expect((await page.request.patch(`/api/v1/${path}`, { data, headers })).status(), path).toBe(200);
  const pages = [
    '/articles',
    '/events',
    ...Object.keys(changes).map((path) => `/${path}`),
    '/admin/events',
    '/admin/backups',
  ];
  for (const width of someOf(import.meta.url, [320, 390], 0, 2)) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of pages) {
      await page.goto(path);
      await untilQuiet(page);
      const wide = await page.evaluate(() =>
        ['html', '.nav ul'].filter((selector) => {
          const found = document.querySelector(selector);
          return found && found.scrollWidth > found.clientWidth;
        }),
      );
      expect(wide, `${path} at ${width} px`).toEqual([]);
      // The admin menu is one strip, which scrolls sideways and opens at the current page.
      const current = page.locator('.sidenav [aria-current]');
      if (path.startsWith('/admin')) await expect(current, path).toBeInViewport({ ratio: 0.9 });
      const rows = await page.evaluate(() => {
        const parts = [...document.querySelectorAll('.masthead__row > :is(a, nav)')];
        const boxes = parts.map((part) => part.getBoundingClientRect());
        return boxes.every((box) => box.top < (boxes[0]?.bottom ?? 0) && box.bottom > (boxes[0]?.top ?? 0));
      });
      expect(rows, path).toBe(true);
    }
  }
});
