import { expectAccessible } from '../expect-accessible.ts';
import { expect, test } from '../journey.ts';

test.use({ onlyReads: true });

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
  await combobox.pressSequentially('book sa');
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
