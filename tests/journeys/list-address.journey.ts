import { expect, signInAsAdministrator, test } from '../journey.ts';
import { untilQuiet } from '../until-quiet.ts';

test.use({ share: 'writing' });

test('a form that was opened from a page of a list leads back to that page, to the row it came from', async ({
  page,
}) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/articles');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('Page 2')).toBeVisible();
  await untilQuiet(page);
  const list = page.url();
  const row = page.getByRole('row').nth(7);
  const title = await row.getByRole('rowheader').getByRole('link').innerText();
  await row.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill(`${title}, again`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Articles', exact: true }).click();
  await expect(page).toHaveURL(list);
  await expect(page.getByRole('link', { name: `${title}, again`, exact: true })).toBeFocused();
  await expect(page.getByRole('link', { name: `${title}, again`, exact: true })).toBeInViewport();

  await page.goto('/admin/articles?q=library');
  await untilQuiet(page);
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/admin\/articles\?q=library$/);
});
