import type { Page } from '@playwright/test';
import { expect, signInAsAdministrator, test } from '../journey.ts';
import { untilQuiet } from '../until-quiet.ts';

test.use({ share: 'writing' });

const placesOf = (page: Page) =>
  Promise.all(
    [page.getByLabel('Title'), page.getByRole('button', { name: 'Save' })].map((part) => part.boundingBox()),
  );

test('nothing on a form moves when it turns out that someone else has it open', async ({ page, context }) => {
  await signInAsAdministrator(page);
  const other = await context.newPage();
  for (const size of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    for (const one of [page, other]) await one.setViewportSize(size);
    await other.goto('/admin/articles');
    await page.goto('/admin/articles/sample-corrections');
    await untilQuiet(page);
    const before = await placesOf(page);
    await other.goto('/admin/articles/sample-corrections');
    await expect(other.getByText('You have this open in another window.')).toBeVisible();
    await untilQuiet(other);
    expect(await placesOf(other), String(size.width)).toEqual(before);
    await page.goto('/admin/articles');
  }
});
