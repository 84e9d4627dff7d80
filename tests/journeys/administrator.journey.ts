import type { Page } from '@playwright/test';
import { sanitize } from '#app/html/sanitize.server.ts';
import { layOutSampleTown } from '../../commands/sample-town/lay-out-sample-town.ts';
import { everyElement } from '../every-element.ts';
import {
  administratorEnvironment,
  expect,
  logInAsAdministrator,
  signInAsAdministrator,
  test,
} from '../journey.ts';
import { untilSettled } from '../until-settled.ts';

test.use({ environment: administratorEnvironment });

/** Types into the editor, once it has covered the textarea. */
async function typeDescription(page: Page, text: string) {
  const editor = page.getByRole('textbox', { name: 'Formatted text' });
  await editor.click();
  await editor.pressSequentially(text);
}

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

    await page.getByRole('main').getByRole('link', { name: 'Delete' }).click();
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

/** As browsers show it: white space between blocks disappears, and becomes one space within a line. */
function settled(html: string): string[] {
  const block =
    /\s*(<\/?(?:p|hr|h[2-4]|ul|ol|li|dl|dt|dd|blockquote|pre|fig\w+|table|caption|thead|tbody|tfoot|tr|th|td|br|img)\b[^>]*>)\s*/g;
  return sanitize(html)
    .split(/(<pre>[\s\S]*?<\/pre>)/)
    .flatMap((part) =>
      part.startsWith('<pre>') ? part : part.replace(/\s+/g, ' ').replace(block, '\n$1').split('\n'),
    )
    .filter((line) => line.trim() !== '');
}

test('the editor preserves everything the site stores, and edits captions, tables and quotes', async ({
  page,
}) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/articles/add');
  await page.setViewportSize({ width: 390, height: 700 });
  const town = { title: 'Maple Hollow Commons', timeZone: 'America/New_York' };
  const { polls: _, ...written } = layOutSampleTown({
    now: Date.parse('2026-11-20T22:00:00Z'),
    town,
    siteUrl: '',
  });
  const stored = sanitize(
    [everyElement, ...Object.values(written).flatMap((items) => items.map((item) => item.description))].join(
      '',
    ),
  );
  const editor = page.getByRole('textbox', { name: 'Formatted text' });
  const field = page.locator('textarea[name=description]');
  const fill = async (html: string) => {
    await field.evaluate((textarea: HTMLTextAreaElement, text) => {
      textarea.value = text;
      textarea.dispatchEvent(new Event('input'));
    }, html);
  };
  await editor.click();
  await fill(`<p>First</p>${stored}Loose words`);
  await editor.locator('p').first().click();
  await page.keyboard.press('Home');
  await page.keyboard.type('!');
  expect(settled(await field.inputValue())).toEqual(settled(`<p>!First</p>${stored}<p>Loose words</p>`));
  // All of the sample town can be edited except its lists of terms; every-element.ts has nine blocks that can't.
  await expect(editor.locator('kept-block:not(:has(> dl))')).toHaveCount(9);

  const toolbar = page.getByRole('group', { name: 'Formatting' });
  await editor.locator('p').last().click();
  await expect(toolbar).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const press = (name: string) => toolbar.getByRole('button', { name, exact: true }).click();
  const expectText = (html: string) => expect(field).toHaveValue(html);
  await fill(
    '<dl><dt>Kept</dt><dd>whole</dd></dl><figure><img src="/illustrations/green.svg" alt=""></figure>',
  );
  await editor.locator('figcaption').click();
  await page.keyboard.type('The green');
  await editor.locator('dl').click();
  await expect(editor.locator('kept-block')).toHaveClass(/selectednode/);
  await page.keyboard.press('Delete');
  await editor.locator('figcaption').click();
  const figure =
    '<figure><img src="/illustrations/green.svg" alt=""><figcaption>The green</figcaption></figure>';
  await expectText(figure);
  await expect(toolbar.getByRole('button', { name: 'Heading', exact: true })).toBeDisabled();
  await page.keyboard.press('Control+Alt+2');
  await expectText(figure);
  await page.keyboard.press('Enter');
  await press('Table');
  await page.keyboard.type('Sizes');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Size');
  await press('Add row');
  await press('Add column');
  await expect(editor.locator('tr')).toHaveCount(4);
  await expect(editor.locator('tr').first().locator('th')).toHaveCount(4);
  for (const name of ['Remove column', 'Undo', 'Redo']) await press(name);
  await expect(editor.locator('tr').first().locator('th')).toHaveCount(3);
  await press('Remove row');
  await expect(editor.locator('tr')).toHaveCount(3);
  await fill(
    '<table><caption>Sizes</caption><thead><tr><th scope="col">Size</th></tr></thead><tbody><tr><td>9</td></tr></tbody></table>',
  );
  await editor.locator('td').click();
  await press('Add row');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('10');
  await press('Caption');
  await page.keyboard.type(' of shoe');
  await expectText(
    '<table><caption>Sizes of shoe</caption><thead><tr><th scope="col">Size</th></tr></thead><tbody><tr><td>9</td></tr><tr><td>10</td></tr></tbody></table>',
  );
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+z');
  await expect(field).toHaveValue(/of shoe/);
  await press('Remove table');
  await expectText('');
  await fill('<blockquote><p>Wait.</p></blockquote>');
  await editor.locator('blockquote p').click();
  await press('Quote source');
  await page.keyboard.type('Ned Haskell');
  await expectText('<blockquote><p>Wait.</p><cite>Ned Haskell</cite></blockquote>');
  await press('Quote');
  await expectText('<p>Wait.</p><p>Ned Haskell</p>');
});

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
  for (const path of unchangedForms) {
    await page.goto(path);
    await untilSettled(page);
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

test('saving one section of the settings keeps what is typed in the others, and leaving asks once', async ({
  page,
}) => {
  await signInAsAdministrator(page);
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const save = (name: string) => section(name).getByRole('button', { name: 'Save' }).click();
  const success = (name: string) => section(name).getByRole('status').filter({ hasText: 'Success!' });
  await page.goto('/admin/settings');
  await untilSettled(page);
  await page.getByLabel('WebSub hub').fill('https://hub.example/half');
  await page.getByLabel('Locale').fill('?');
  await save('Site and town');
  await expect(success('Site and town')).toBeVisible();
  await page.getByLabel('Site title').fill('Elm Falls Post');
  await save('Site and town');
  await page.getByRole('button', { name: 'Change them' }).click();
  await expect(success('Texts')).toBeInViewport();
  await expect(section('Texts')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Formatted text' }).first()).toContainText('Elm Falls Post');
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

test('nothing is lost if the session ends while an article is being written', async ({ page, context }) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/articles/add');
  await page.getByLabel('Title').fill('A long evening');
  await typeDescription(page, 'Written over many hours.');
  await context.clearCookies();
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
    await page.getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('status')).toContainText('Deleted.');
    expect((await page.goto(`/polls/${id}`))?.status()).toBe(404);
  });
});
