import type { Page } from '@playwright/test';
import { expect, logInAsAdministrator, longTest, signInAsAdministrator, test } from '../journey.ts';
import { typeDescription } from '../type-description.ts';
import { untilQuiet } from '../until-quiet.ts';

test.use({ share: 'writing' });

/** Resolves when the form has sent this text to be saved: "Draft saved" can be about what was typed before. */
const untilSent = (page: Page, text: string) =>
  page.waitForResponse((response) => {
    const request = response.request();
    return /\/autosave\?/.test(request.url()) && request.postData()?.includes(text) === true;
  });

test('saving while the server is unreachable keeps everything typed', async ({ page, context }) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/articles/add');
  await page.getByLabel('Title').fill('Written on a train');
  await typeDescription(page, 'Between two tunnels.');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('The operation failed. Please try again.');
  await expect(page.getByLabel('Title')).toHaveValue('Written on a train');
  await expect(page.getByRole('textbox', { name: 'Formatted text' })).toContainText('Between two tunnels.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
});

test('the keys that save a form leave the caret and the view where they are', async ({ page }) => {
  await signInAsAdministrator(page);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/admin/articles/sample-bakery');
  await untilQuiet(page);
  const place = () =>
    page.evaluate(() => {
      const field = document.activeElement;
      const caret = field instanceof HTMLInputElement ? field.selectionStart : getSelection()?.anchorOffset;
      return { caret, top: window.scrollY, is: field?.id || field?.getAttribute('aria-label') };
    });
  const success = page.getByRole('status').filter({ hasText: 'Success!' });
  for (const field of [page.getByRole('textbox', { name: 'Formatted text' }), page.getByLabel('Title')]) {
    await page.goto('/admin/articles/sample-bakery');
    await untilQuiet(page);
    await field.click();
    await page.keyboard.type('Rolls');
    const before = await place();
    await page.keyboard.press('Control+s');
    await expect(success).toBeAttached();
    await expect.poll(place).toEqual(before);
  }
});

test('a form that saves itself is still there after its tab was closed, and can then be scheduled and published', async ({
  page,
  context,
}) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/articles/add');
  await page.getByLabel('Title').fill('School is closed on Wednesday');
  const whole = untilSent(page, 'replaced.');
  await typeDescription(page, 'The boiler is being replaced.');
  await whole;
  await expect(page.getByText(/^Draft saved/).first()).toBeVisible();
  // A link within the page opens nothing again.
  await page.getByRole('link', { name: 'Skip to main content' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create article');
  const address = page.url();
  await page.close();
  const again = await context.newPage();
  await again.goto(address);
  await expect(again.getByRole('textbox', { name: 'Formatted text' })).toContainText('is being replaced.');
  await again.getByLabel('Title').fill('School is closed on Thursday');
  await expect(again.getByText(/^Draft saved/).first()).toBeVisible();
  await expect(again.getByText(/^Draft saved; not on the site yet/).first()).toBeVisible();
  // A future date schedules it, and says so before it is saved.
  const publishing = again.getByRole('region', { name: 'Publishing' });
  const radio = (name: string) => publishing.getByRole('radio', { name });
  await again.getByLabel('Publication date').fill('2099-11-24T07:00');
  await again.getByLabel('Publication date').blur();
  await expect(radio('Scheduled')).toBeChecked();
  await expect(publishing.getByText('the publication date is in the future')).toBeVisible();
  await expect(publishing.getByLabel('Publish time')).toHaveValue('2099-11-24T07:00');
  await publishing.getByRole('button', { name: 'Save and schedule' }).click();
  const said = (text: string) => expect(again.getByRole('status').filter({ hasText: text })).toBeVisible();
  await said('Scheduled for Tuesday, November 24, 2099');
  // From its own form it is published at once and unpublished.
  await radio('Published').check();
  await publishing.getByRole('button', { name: 'Save and publish' }).click();
  await said('is on the site');
  await radio('Draft').check();
  await publishing.getByRole('button', { name: 'Save draft' }).click();
  await said('Saved as a draft');
});

test('a form that saves itself can replace what another window saved, and its draft can be discarded', async ({
  page,
  context,
}) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/articles/add');
  await page.getByLabel('Title').fill('The ford is open');
  await typeDescription(page, 'Cars can pass.');
  await page.getByRole('button', { name: 'Save' }).click();
  const success = (on: Page) => on.getByRole('status').filter({ hasText: 'Success!' });
  await expect(success(page)).toBeVisible();
  await page.getByLabel('Title').fill('The ford is closed');
  await expect(page.getByText(/^Draft saved/).first()).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel('Title').fill('The ford is passable');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(success(other)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('You saved this article in another tab')).toBeVisible();
  await expect(page.getByRole('alert')).toBeFocused();
  // Only the editor decides which version stays.
  await expect(page.getByText(/^Draft saved/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(success(page)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('The ford is closed');
  await page.getByLabel('Title').fill('The ford is flooded');
  await expect(page.getByText(/^Draft saved/).first()).toBeVisible();
  await page.reload();
  await page.getByLabel('Title').fill('The ford is dry');
  await expect(page.getByText(/^Draft saved/).first()).toBeVisible();
  await page.getByText('Discard the draft').click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('The ford is closed');
});

longTest(
  'nothing is lost if the session ends while an article is being written',
  async ({ page, context, browser }) => {
    await signInAsAdministrator(page);
    await page.goto('/admin/articles/add');
    await page.getByLabel('Title').fill('A long day');
    await typeDescription(page, 'Written over many hours.');
    await context.clearCookies();
    await page.getByLabel('Title').fill('A long evening');
    await expect(
      page.getByText('You are logged out. Your text is kept in this browser.').first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('You are logged out.');
    await expect(page.getByLabel('Title')).toHaveValue('A long evening');
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Log in in another tab' }).click();
    const login = await opened;
    await expect(login.getByLabel('Email')).toBeVisible();
    await logInAsAdministrator(login);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Formatted text' })).toContainText(
      'Written over many hours.',
    );
    // The tab is closed as well.
    await context.clearCookies();
    await page.getByLabel('Title').fill('A longer evening');
    await expect(
      page.getByText('You are logged out. Your text is kept in this browser.').first(),
    ).toBeVisible();
    const address = new URL(page.url()).pathname;
    await page.close();
    await logInAsAdministrator(login);
    await login.goto(address);
    await expect(login.getByText('This form shows a draft of changes')).toBeVisible();
    await expect(login.getByLabel('Title')).toHaveValue('A longer evening');
    // And another browser changes the draft before the text arrives.
    await context.clearCookies();
    await login.getByLabel('Title').fill('The longest evening');
    await expect(
      login.getByText('You are logged out. Your text is kept in this browser.').first(),
    ).toBeVisible();
    const other = await (await browser.newContext()).newPage();
    await logInAsAdministrator(other);
    await other.goto(address);
    await other.getByLabel('Title').fill('A short evening');
    await expect(other.getByText(/^Draft saved/).first()).toBeVisible();
    await other.context().close();
    await login.close();
    const again = await context.newPage();
    await logInAsAdministrator(again);
    await again.goto(address);
    await expect(again.getByLabel('Title')).toHaveValue('The longest evening');
    await expect(again.getByText('Someone else changed this draft.').first()).toBeVisible();
    await again.getByRole('button', { name: 'Save' }).click();
    await expect(again.getByText('A short evening')).toBeVisible();
    await expect(again.getByRole('alert')).toBeFocused();
    await again.getByRole('button', { name: 'Save' }).click();
    await expect(again.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
  },
);
