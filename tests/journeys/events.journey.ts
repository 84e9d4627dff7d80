import { expectAccessibleInEveryLook } from '../expect-accessible.ts';
import { expect, signInAsAdministrator, test } from '../journey.ts';
import { typeDescription } from '../type-description.ts';

test.use({ share: 'writing' });

const DANCE = '/events/sample-contra-dance-sap-run';

test('the administrator cancels an event, and readers and their calendars see it', async ({
  page,
  browser,
}) => {
  const calendar = async () => (await page.request.get(`${DANCE}.ics`)).text();
  expect(await calendar()).toContain('STATUS:CONFIRMED');
  await signInAsAdministrator(page);
  await page.goto(`/admin${DANCE}`);
  await page.getByLabel('Status').selectOption('Canceled');
  await page.getByLabel('Note').fill('The fiddler is ill. Tickets stay valid.');
  await page.getByLabel('End time').fill('10:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.locator('.field .error').filter({ hasText: 'It must end after it starts' }),
  ).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('The fiddler is ill. Tickets stay valid.');
  await page.getByLabel('End time').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();

  const reader = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const requestContext = await reader.newPage();
  await requestContext.goto('/events');
  const heading = requestContext.getByRole('heading', { name: /^Canceled Contra dance with The Sap Run/ });
  await expect(heading).toBeVisible();
  for (const path of ['/events', DANCE]) await expectAccessibleInEveryLook(requestContext, path, [1280]);
  await expect(requestContext.getByText('This event is canceled.')).toBeVisible();
  await expect(requestContext.getByText('The fiddler is ill. Tickets stay valid.')).toBeVisible();
  await expect(requestContext.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0);
  await reader.close();
  expect(await calendar()).toContain('STATUS:CANCELLED');
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('the button of a repeated event names the dates that it saves', async ({ page }) => {
      const title = javaScriptEnabled ? 'Lantern practice' : 'Lantern walk';
      await signInAsAdministrator(page);
      await page.goto('/admin/events/add');
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Event location').fill('Library');
      if (javaScriptEnabled) await typeDescription(page, 'Bring a lantern.');
      else await page.getByLabel('Description').fill('Bring a lantern.');
      await page.getByLabel('Repeat', { exact: true }).selectOption('Weekly');
      await page.getByLabel('Number of times').fill('4');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toContainText('4 dates');

      await page.goto(`/admin/events?q=${title}`);
      await page.getByRole('link', { name: 'all dates' }).first().click();
      await expect(page.getByText(`All dates of “${title}”`)).toBeVisible();
      await page.getByRole('link', { name: /^Edit/ }).nth(1).click();
      const form = page.getByRole('main');
      await expect(form).toContainText('Repeats weekly · date 2 of 4 · all dates');
      const save = page.getByRole('button', { name: /^Save/ });
      await expect(save).toHaveAccessibleName('Save');
      await page.getByLabel('This and following events').check();
      await expect(save).toHaveAccessibleName('Save 3 dates');
      await page.getByLabel('All events').check();
      await expect(save).toHaveAccessibleName('Save 4 dates');
    });
  });
