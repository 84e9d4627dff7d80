import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, longTest, test } from '../journey.ts';
import { untilQuiet } from '../until-quiet.ts';

test.use({ share: 'reading' });

test('a reader searches from any page, and chooses a suggestion by keyboard', async ({ page }) => {
  await page.goto('/news');
  const box = page.getByRole('searchbox', { name: 'Search this site' });
  await box.fill('library');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=library$/);
  await expect(page.getByRole('status')).toContainText('results for “library”');
  await expectAccessible(page);

  const combobox = page.getByRole('combobox', { name: 'Search this site' });
  await expect(combobox).toHaveValue('library');
  await combobox.fill('');
  const suggested = page.waitForResponse(/\/suggestions\?q=book\+sa$/);
  await combobox.pressSequentially('book sa');
  await suggested;
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(options.first()).toBeVisible();
  await expect(combobox).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  await combobox.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  const active = await combobox.getAttribute('aria-activedescendant');
  expect(active).toBe(await options.first().getAttribute('id'));
  await combobox.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(combobox).toHaveValue('book sa');
  await combobox.press('ArrowDown');
  await expect(options.first()).toBeVisible();
  await combobox.press('ArrowDown');
  await combobox.press('Enter');
  await expect(page).toHaveURL(/\/(articles|events|polls|businesses)\//);
});

test('on a narrow screen nothing of a search overflows', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    '/articles',
    '/search',
    '/search?q=library&from=2026-01-01',
    '/search?q=zzzzzz',
    `/search?q=${'z'.repeat(190)}`,
  ]) {
    await page.goto(path);
    await untilQuiet(page);
    const { scroll, width } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      width: document.documentElement.clientWidth,
    }));
    expect([path, scroll]).toEqual([path, width]);
  }
  await page.goto('/articles');
  const icon = page.getByRole('banner').getByRole('link', { name: 'Search' });
  expect((await icon.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await icon.click();
  await expect(page).toHaveURL(/\/search$/);
  await expectAccessible(page, '/search?q=zzzzzz');
});

longTest(
  'a copy of the site as files opens from the disk, and is searched there',
  async ({ page, site }, info) => {
    const folder = info.outputPath('site');
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, BELFRY_DATA: site.dataFolder, LOG_LEVEL: 'silent' } as NodeJS.ProcessEnv;
    await promisify(execFile)(process.execPath, ['commands/belfry.ts', 'export', 'site', folder], { env });
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
    const box = page.getByRole('searchbox');
    await box.focus();
    // The beginning of a word and another one, whatever their case.
    await page.keyboard.type('LIBR roof');
    await expect(page.getByRole('status')).toContainText(/\d results for “LIBR roof”/);
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/^file:.*\/(articles|news|events)\/[\w-]+\/index\.html$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(box).toHaveValue('LIBR roof');
    await box.fill('zzzzzz');
    await expect(page.getByRole('status')).toHaveText('0 results for “zzzzzz”');
    await page.getByRole('link', { name: 'List of everything' }).click();
    await page.getByRole('link', { name: 'All of polls' }).click();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await expect(page.getByRole('main').locator('[data-section="polls"], h1').first()).toBeVisible();
  },
);
