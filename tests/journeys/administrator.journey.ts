import type { Page } from '@playwright/test';
import {
  administratorEnvironment,
  expect,
  logInAsAdministrator,
  signInAsAdministrator,
  test,
} from '../journey.ts';
import { typeDescription } from '../type-description.ts';

test.use({ environment: administratorEnvironment });

/** What a user types for a new item of each collection, in addition to prefilled fields. */
const nouns = [
  {
    collection: 'articles',
    heading: 'Create article',
    html: 'The mill wheel turns again.',
    fill: { Title: 'The mill wheel turns' },
    titleLabel: 'Title',
    publicText: 'The mill wheel turns again.',
  },
  {
    collection: 'news',
    heading: 'Create news item',
    html: 'Short and local.',
    fill: { Title: 'Ferry on time', Link: 'https://example.org/ferry' },
    titleLabel: 'Title',
    publicText: 'Short and local.',
  },
  {
    collection: 'events',
    heading: 'Create event',
    html: 'Bring a mug.',
    fill: {
      Title: 'Cider pressing',
      'Event location': 'Hill Farm',
      'Event date': '2031-10-04',
      'Event time': '2:00 PM',
    },
    titleLabel: 'Title',
    publicText: '10/04/2031',
  },
  {
    collection: 'businesses',
    heading: 'Create business',
    html: 'Hot soup.',
    fill: { Name: 'The Soup Pot', Category: 'Food and drink', Address: '5 Church Street' },
    titleLabel: 'Name',
    publicText: 'Hot soup.',
  },
  {
    collection: 'polls',
    heading: 'Create poll',
    html: 'Say what you think.',
    fill: { Title: 'Which soup on Friday?', 'Option 1': 'Leek', 'Option 2': 'Pea' },
    titleLabel: 'Title',
    publicText: 'Leek',
  },
];

for (const { collection, heading, html, fill, titleLabel, publicText } of nouns) {
  test(`the administrator creates, changes and deletes an item of ${collection}`, {
    tag: collection === 'events' ? '@postgres' : [],
  }, async ({ page }) => {
    await signInAsAdministrator(page);
    await page.goto('/articles');
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await page
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .getByRole('link', { name: new RegExp(`^${collection}$`, 'i') })
      .click();
    await page.getByRole('link', { name: '+ Create' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    for (const [label, text] of Object.entries(fill))
      await page.getByLabel(label, { exact: true }).fill(text);
    if (collection === 'polls') await page.getByLabel('Description').fill(html);
    else await typeDescription(page, html);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();

    const id = await page.getByLabel('ID', { exact: true }).inputValue();
    await page.goto(`/${collection}/${id}`);
    await expect(page.getByRole('main')).toContainText(publicText);

    await page.goto(`/admin/${collection}/${id}`);
    await page.getByLabel(titleLabel, { exact: true }).fill('A changed title');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
    await expect(page.getByLabel(titleLabel, { exact: true })).toHaveValue('A changed title');

    await page.getByRole('main').getByRole('link', { name: 'Move to trash' }).click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('Delete “A changed title”?');
    await expect(question.getByRole('link', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Deleted.' })).toBeVisible();
    expect((await page.request.get(`/${collection}/${id}`)).status()).toBe(404);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Restored.' })).toBeVisible();
    await page.goto(`/${collection}/${id}`);
    await expect(page.getByRole('main')).toContainText('A changed title');
  });
}

test('a form with invalid input reports it next to the field and keeps what was typed', async ({ page }) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/events/add');
  await page.getByLabel('Title').fill('Half an event');
  await page.getByRole('button', { name: 'Save' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The operation failed. Please try again.');
  await expect(alert).toBeFocused();
  await expect(page.getByLabel('Event location')).toHaveAccessibleDescription(/Enter a location/);
  await expect(page.getByLabel('Title')).toHaveValue('Half an event');
});

test('Settings remove the sample town and keep what a user added', async ({ page }) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/news/add');
  await page.getByLabel('Title').fill('Mine to keep');
  await page.getByLabel('Link', { exact: true }).fill('https://example.org/mine');
  await typeDescription(page, 'Kept.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Remove the sample town' }).click();
  await page.getByRole('button', { name: /^Remove \d+ items$/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.goto('/articles');
  await expect(page.getByRole('main')).toContainText('No data found.');
  await page.goto('/news');
  await expect(page.getByRole('link', { name: /Mine to keep/ })).toBeVisible();
});

test('Escape cancels a question, and the list stays usable', async ({ page }) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/articles');
  await page
    .getByRole('link', { name: /^Delete/ })
    .first()
    .click();
  // Until the page's script has started, the question has links and buttons, and ignores Escape.
  await expect(page.locator('dialog:modal')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/articles$/);
  await page.getByRole('link', { name: /^Edit/ }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit article');
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

test('a form that saves itself is still there after its tab was closed, and can then be scheduled', async ({
  page,
  context,
}) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/articles/add');
  await page.getByLabel('Title').fill('School is closed on Wednesday');
  await typeDescription(page, 'The boiler is being replaced.');
  await expect(page.getByText(/^Saved at /).first()).toBeVisible();
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
  await expect(again.getByText(/^Saved at /).first()).toBeVisible();
  const publishing = again.getByRole('region', { name: 'Publishing' });
  await publishing.getByRole('radio', { name: 'Scheduled' }).check();
  await publishing.getByLabel('Publish time').fill('2099-11-24T07:00');
  await publishing.getByRole('button', { name: 'Save and schedule' }).click();
  await expect(
    again.getByRole('status').filter({ hasText: 'Scheduled for Tuesday, November 24, 2099' }),
  ).toBeVisible();
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
  await expect(page.getByText(/^Saved at /).first()).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel('Title').fill('The ford is passable');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(success(other)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Someone else saved this article')).toBeVisible();
  // Only the editor decides which version stays.
  await expect(page.getByText(/^Saved at /)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(success(page)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('The ford is closed');
  await page.getByLabel('Title').fill('The ford is flooded');
  await expect(page.getByText(/^Saved at /).first()).toBeVisible();
  await page.reload();
  await page.getByLabel('Title').fill('The ford is dry');
  await expect(page.getByText(/^Saved at /).first()).toBeVisible();
  await page.getByText('Discard the draft').click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('The ford is closed');
});

test('nothing is lost if the session ends while an article is being written', async ({
  page,
  context,
  browser,
}) => {
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
  await expect(other.getByText(/^Saved at /).first()).toBeVisible();
  await other.context().close();
  await login.close();
  const again = await context.newPage();
  await logInAsAdministrator(again);
  await again.goto(address);
  await expect(again.getByLabel('Title')).toHaveValue('The longest evening');
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again.getByText('A short evening')).toBeVisible();
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the administrator creates, changes and deletes a poll', async ({ page }) => {
    await signInAsAdministrator(page);
    await page.goto('/admin/polls/add');
    await page.getByLabel('Title').fill('Which soup on Friday?');
    await page.getByLabel('Description').fill('Say what you think.');
    await page.getByLabel('Option 1', { exact: true }).fill('Leek');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('The operation failed. Please try again.');
    await expect(page.getByLabel('Option 1', { exact: true })).toHaveValue('Leek');
    await page.getByLabel('Option 2', { exact: true }).fill('Pea');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status')).toContainText('Success!');
    const id = await page.getByLabel('ID', { exact: true }).inputValue();
    await page.getByLabel('Option 3', { exact: true }).fill('Tomato');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status')).toContainText('Success!');
    await page.goto(`/polls/${id}`);
    await expect(page.getByRole('main')).toContainText('Tomato');
    await page.goto(`/admin/polls/${id}`);
    await page.getByRole('link', { name: 'Move to trash' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('status')).toContainText('Deleted.');
    expect((await page.goto(`/polls/${id}`))?.status()).toBe(404);
  });
});
