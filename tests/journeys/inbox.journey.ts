import type { Page } from '@playwright/test';
import { openDatabase } from '#app/platform/open-database.server.ts';
import type { BuiltSite } from '../built-site.ts';
import { expectAccessibleInEveryLook } from '../expect-accessible.ts';
import { expect, signInAsAdministrator, test } from '../journey.ts';
import { seedCredit, seedNamedSource, seedWaiting } from '../seed-inbox.ts';

test.use({ share: 'inbox' });

const DAY_MS = 24 * 60 * 60 * 1000;
const now = Date.now();

let mornings = 0;

/** Instead of what was not decided before, twelve decisions: nine stories, of which two are about the same, a concert that two sources list, a weekly market. */
async function seedMorning({ dataFolder }: BuiltSite): Promise<void> {
  const database = openDatabase({ dataFolder });
  const { write } = database;
  await write.deleteFrom('inbox_entry').execute();
  mornings++;
  const paper = await seedNamedSource(write, `Bell Weekly ${mornings}`);
  const blog = await seedNamedSource(write, `Notch Notes ${mornings}`, { rank: 'aggregator' });
  const arts = await seedNamedSource(write, `Arts Council ${mornings}`, { feeds: 'events' });
  const dateIn = (days: number) => new Date(now + days * DAY_MS).toISOString();
  for (let number = 1; number <= 8; number++)
    await seedWaiting(write, {
      source: paper,
      title: `Story ${number}`,
      entry: { receivedAt: now - number * 1000 },
    });
  const goat = await seedWaiting(write, {
    source: paper,
    title: 'Goat missing',
    entry: { receivedAt: now - 9000 },
  });
  const similar = JSON.stringify([{ collection: 'news', id: goat, title: 'Goat missing' }]);
  await seedWaiting(write, {
    source: blog,
    title: 'Gray goat lost',
    entry: { receivedAt: now - 10_000, similar },
  });
  const concert = { title: 'Concert', collection: 'events', input: { eventDate: dateIn(1) } } as const;
  const itemId = await seedWaiting(write, { source: arts, ...concert });
  await seedCredit(write, { source: blog, ...concert, row: { itemId, mergedAt: now, mergedFor: 'title' } });
  for (let week = 0; week < 20; week++) {
    const input = { eventDate: dateIn(2 + 7 * week) };
    await seedWaiting(write, { source: arts, title: 'Winter market', collection: 'events', input });
  }
  await database.close();
}

const titleInFocus = (page: Page) => page.locator('[data-row]:focus h3');

const inboxLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Inbox/ });

test('a morning with twelve decisions takes a key for each, and nothing is waited for', async ({
  page,
  site,
}) => {
  await seedMorning(site);
  await signInAsAdministrator(page);
  await expectAccessibleInEveryLook(page, '/admin/inbox', [320, 1280]);
  await page.goto('/admin/inbox');
  await expect(page.getByText('12 items to review.')).toBeVisible();
  await expect(page.getByText('Keyboard shortcuts')).toBeVisible();

  let pressed = 0;
  const press = async (keys: string, next: string) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      pressed++;
    }
    await expect(titleInFocus(page)).toHaveText(next);
  };
  await expect(page.getByRole('link', { name: 'News 10' })).toBeVisible();
  await expect(page.getByText('0 of 12 selected')).toHaveCount(1);
  const said = page.getByRole('status').filter({ hasText: 'left.' });
  await press('j', 'Story 1');
  await press('ppp', 'Story 4');
  await expect(said).toContainText('Published “Story 3”. 9 left.');
  await expect(inboxLink(page)).toContainText('9');
  await expect(page.getByText('9 items to review.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'News 7' })).toBeVisible();
  await expect(page.getByText('0 of 9 selected')).toHaveCount(1);
  await press('dd', 'Story 6');
  await press('u', 'Story 5');
  await expect(said).toContainText('Undone. 8 left.');
  await press('ps', 'Story 7');
  await press('dd', 'Goat missing');
  await press('j', 'Gray goat lost');
  await press('m', 'Concert');
  await press('k', 'Goat missing');
  await press('p', 'Concert');
  await press('n', 'Concert');
  await expect(page.getByText('Also in Notch Notes 1')).toHaveCount(0);
  await expect(page.locator('[data-row]')).toHaveCount(3);
  await press('u', 'Concert');
  await expect(page.getByText('Also in Notch Notes 1')).toBeVisible();
  await press('p', 'Winter market');
  await page.keyboard.press('p');
  pressed++;
  await expect(page.getByText('You’re all caught up.')).toBeVisible();
  await expect(page.getByText('to review.')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^All 0/ })).toBeVisible();
  await expect(said).toContainText('0 left.');
  // A key for each decision; the rest are two ways to and fro, two Undos and what was decided again.
  expect(pressed).toBe(19);

  // Leaving the page at once loses nothing.
  await page.goto('/admin/activity');
  const count = async () => (await (await page.request.get('/api/v1/inbox')).json()).items.length;
  await expect.poll(count).toBe(0);
  await page.goto('/admin/inbox');
  await expect(page.getByText('You’re all caught up.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Snoozed 1' })).toBeVisible();
  const database = openDatabase({ dataFolder: site.dataFolder });
  const published = await database.read
    .selectFrom('news_item')
    .select('title')
    .where('sourceName', 'in', ['Bell Weekly 1', 'Notch Notes 1'])
    .orderBy('title')
    .execute();
  expect(published.map(({ title }) => title)).toEqual([
    'Goat missing',
    'Story 1',
    'Story 2',
    'Story 3',
    'Story 5',
  ]);
  const dates = await database.read
    .selectFrom('event')
    .select('id')
    .where('title', '=', 'Winter market')
    .execute();
  expect(dates).toHaveLength(20);
  await database.close();
});

test('keys are never taken from what is typed, can be turned off, and a failed decision comes back', async ({
  page,
  site,
}) => {
  await seedMorning(site);
  await signInAsAdministrator(page);
  await page.goto('/admin/inbox');
  await expect(page.getByText('Keyboard shortcuts')).toBeVisible();
  await page.keyboard.press('j');
  await page.getByRole('searchbox', { name: 'Search this site' }).fill('pdd');
  await page.keyboard.type('pdu');
  await expect(page.locator('[data-row]')).toHaveCount(12);

  await page.context().setOffline(true);
  await page.locator('[data-row]').first().focus();
  await page.keyboard.press('d');
  await expect(page.getByRole('status').filter({ hasText: 'The site could not be reached.' })).toBeVisible();
  await expect(page.locator('[data-row]')).toHaveCount(12);
  await page.context().setOffline(false);
  const stored = page.waitForResponse((response) => response.url().endsWith('/admin/inbox/decisions'));
  await page
    .locator('[data-row]')
    .first()
    .getByRole('button', { name: /^Discard/ })
    .click();
  await expect(titleInFocus(page)).toHaveText('Story 2');
  await expect(inboxLink(page)).toContainText('11');
  await stored;

  await page.locator('body').press('?');
  await page.getByLabel('Use these keys').uncheck();
  await page.locator('[data-row]').first().focus();
  await page.keyboard.press('p');
  await page.reload();
  await expect(page.getByText('11 items to review.')).toBeVisible();
  await page.locator('[data-row]').first().focus();
  await page.keyboard.press('p');
  await expect(page.locator('[data-row]')).toHaveCount(11);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'on a phone' : 'on a phone without JavaScript', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test('the first item can be decided on the first screen, and counts and Undo follow each decision', async ({
      page,
      site,
    }) => {
      await seedMorning(site);
      await signInAsAdministrator(page);
      await page.goto('/admin/inbox');
      const first = page.locator('[data-row]').first();
      for (const name of [/^Publish/, /^Edit/, /^Discard/])
        await expect(
          first.getByRole('button', { name }).or(first.getByRole('link', { name })),
        ).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await first.getByRole('button', { name: /^Publish/ }).click();
      const result = page.getByRole('status').filter({ hasText: 'Published “Story 1”.' });
      await expect(result.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByText('11 items to review.')).toBeAttached();
      await expect(inboxLink(page)).toContainText('11');
      const filter = page.getByText('Filter', { exact: true });
      await filter.click();
      await expect(page.getByRole('link', { name: 'News 9' })).toBeVisible();
      await filter.click();
      await page.getByRole('checkbox', { name: 'Select Story 3' }).check();
      await expect(page.getByRole('button', { name: 'Discard selected' })).toBeInViewport({ ratio: 1 });
      await expect(result.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
      await result.getByRole('button', { name: 'Undo' }).click();
      await expect(inboxLink(page)).toContainText('12');
      await expect(page.getByText('12 items to review.')).toBeAttached();
    });
  });
}
