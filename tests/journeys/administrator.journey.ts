import type { Page } from '@playwright/test';
import { expect, longTest, onEachDatabase, signInAsAdministrator, test } from '../journey.ts';
import { typeDescription } from '../type-description.ts';

test.use({ share: 'writing' });

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

/** In each run. What differs in the forms of the others is in the tests of `app/desk/form`. */
const always = ['articles', 'events'];

for (const noun of nouns) {
  const declare = always.includes(noun.collection) ? test : longTest;
  const define = () =>
    declare(`the administrator creates, changes and deletes an item of ${noun.collection}`, ({ page }) =>
      tendItem(page, noun),
    );
  if (noun.collection === 'events') onEachDatabase(define);
  else define();
}

async function tendItem(
  page: Page,
  { collection, heading, html, fill, titleLabel, publicText }: (typeof nouns)[number],
): Promise<void> {
  await signInAsAdministrator(page);
  await page.goto('/articles');
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await page
    .getByRole('main')
    .getByRole('list', { name: 'Items on the site' })
    .getByRole('link', { name: new RegExp(collection, 'i') })
    .click();
  await page.getByRole('link', { name: '+ Create' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  for (const [label, text] of Object.entries(fill)) await page.getByLabel(label, { exact: true }).fill(text);
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

test.describe('alone', () => {
  test.use({ share: undefined });

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
    // Three empty fields follow.
    await expect(page.getByLabel('Option 6', { exact: true })).toBeVisible();
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

test('a preview has one line of tools, and its frame begins in the upper half of the screen', async ({
  page,
}) => {
  await signInAsAdministrator(page);
  const headers = { Origin: new URL((await page.goto('/admin'))?.url() ?? '').origin };
  const draft = { data: { title: 'Half an idea', publication: 'draft' }, headers };
  expect((await page.request.put('/api/v1/articles/half', draft)).ok()).toBe(true);
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin/articles/half/preview');
    const tools = page.locator('.preview-bar > *');
    const tops = await tools.evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect()));
    expect(tops.length).toBe(5);
    const middles = tops.map(({ top, height }) => Math.round(top + height / 2));
    expect(new Set(middles).size, `${width} px: ${middles}`).toBe(1);
    expect((await page.locator('iframe').boundingBox())?.y).toBeLessThan(400);
  }
  const create = page.getByRole('button', { name: 'Create preview link' });
  await expect(create).toBeHidden();
  await page.getByRole('button', { name: 'Preview link' }).click();
  await create.click();
  await expect(page.getByRole('textbox', { name: 'Preview link' })).toHaveValue(/\/preview\//);
});
