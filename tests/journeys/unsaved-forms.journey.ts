import { expect, signInAsAdministrator, test } from '../journey.ts';
import { someOf } from '../rounds.ts';
import { typeDescription } from '../type-description.ts';
import { untilQuiet } from '../until-quiet.ts';

test.use({ share: 'writing' });

const unchangedForms = [
  ...['articles', 'news', 'events', 'polls', 'businesses'].map((name) => `/admin/${name}/add`),
  '/admin/articles/sample-bakery',
  '/admin/events/sample-repair-cafe',
  '/admin/polls/sample-winter-rink',
  '/admin/businesses/sample-depot-inn',
  '/admin/settings',
];

test('leaving a changed form asks first', async ({ page }) => {
  await signInAsAdministrator(page);
  const questions: string[] = [];
  page.on('dialog', (dialog) => questions.push(dialog.message()));
  for (const path of someOf(import.meta.url, unchangedForms, 0, 3)) {
    await page.goto(path);
    await untilQuiet(page);
    const fold = page.locator('summary', { hasText: 'Texts of the About' });
    if (path === '/admin/settings') await fold.click();
    await page.locator('textarea, [contenteditable=true]').filter({ visible: true }).first().click();
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page, path).toHaveURL(/\/admin$/);
  }
  expect(questions).toEqual([]);
  page.removeAllListeners('dialog');
  await page.goto('/admin/articles/sample-bakery');
  await page.getByLabel('Title').fill('Four hundred rolls before anyone is up ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/admin\/articles$/);
  // What was saved as a draft would not be lost.
  await page.route('**/autosave?*', (route) => route.abort());
  await page.goto('/admin/articles/add');
  await page.getByLabel('Title').fill('Half a thought');
  await typeDescription(page, 'And the other half.');
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.message();
  });
  await page.getByRole('link', { name: 'Cancel' }).click();
  expect(await asked).toContain('Leave without saving?');
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/admin\/articles$/);
});

test.describe('alone', () => {
  // It changes the title and the language of the site.
  test.use({ share: undefined });

  test('saving one section of the settings keeps what is typed in the others, and leaving asks once', async ({
    page,
  }) => {
    await signInAsAdministrator(page);
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    const save = (name: string) => section(name).getByRole('button', { name: 'Save' }).click();
    const success = (name: string) => section(name).getByRole('status').filter({ hasText: 'Success!' });
    await page.goto('/admin/settings');
    await untilQuiet(page);
    await page.locator('summary', { hasText: 'Advanced' }).click();
    await page.getByLabel('WebSub hub').fill('https://hub.example/half');
    await page.getByLabel('Locale').fill('?');
    await save('Site and town');
    await expect(success('Site and town')).toBeVisible();
    await page.getByLabel('Site title').fill('Elm Falls Post');
    await save('Site and town');
    await page.getByRole('button', { name: 'Change them' }).click();
    await expect(success('Texts')).toBeInViewport();
    await expect(section('Texts')).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Formatted text' }).first()).toContainText(
      'Elm Falls Post',
    );
    await save('Time and language');
    await expect(section('Time and language').getByRole('alert')).toBeFocused();
    await expect(page.getByLabel('WebSub hub')).toHaveValue('https://hub.example/half');
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect.poll(() => questions.length).toBe(1);
    await expect(page.getByLabel('Locale')).toHaveValue('?');
    await page.getByLabel('Locale').fill('en-GB');
    await save('Time and language');
    await expect(success('Time and language')).toBeVisible();
    await save('Feeds');
    await expect(success('Feeds')).toBeVisible();
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(questions).toHaveLength(1);
  });
});
