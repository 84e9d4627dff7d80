import { expect, onEachDatabase, test } from '../journey.ts';

test.use({ share: 'reading', reducedMotion: 'no-preference' });

onEachDatabase(() => {
  test('a fresh site shows its articles to a first visitor, who opens one and pages on', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/articles$/);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
    const first = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first();
    const title = await first.innerText();
    await first.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });
});
