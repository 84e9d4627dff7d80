import type { Page } from '@playwright/test';
import { collections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { createInvitation } from '#app/people/team/invitation-store.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { addReport } from '#app/sources/reports/report-store.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { expectEveryLook } from '../expect-accessible.ts';
import { expect, longTest, signInAsAdministrator, test } from '../journey.ts';
import { seedColleague } from '../seeded-people.ts';

test.use({ share: 'taking part' });

const WIDTHS = [1280, 390];
/** The site takes a form after three seconds. */
const LATER = { intervals: [100, 3200] };

/** An event of the sample town. */
async function findEvent(
  page: Page,
): Promise<Record<'id' | 'title' | 'eventDate' | 'eventLocation', string>> {
  const { items } = await (await page.request.get('/api/v1/events?limit=1')).json();
  return items[0];
}

const heading = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { level: 1, name }));

/** Opens the page, and shows it in every look. */
async function look(page: Page, path?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  if (path) await page.goto(path);
  await expectEveryLook(page, WIDTHS);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

longTest('every step of a suggestion is accessible, from the form to the private link', async ({ page }) => {
  const { title, eventDate, eventLocation } = await findEvent(page);
  await page.goto('/submit');
  await page.getByLabel('What’s it called?').fill(title);
  await page
    .getByLabel('Date')
    .fill(new Date(eventDate).toLocaleDateString('en-CA', { timeZone: 'America/New_York' }));
  await page.getByLabel('Time').fill('19:00');
  await page.getByLabel('Where?').fill(eventLocation);
  await page.getByLabel('What should people know?').fill('Bring a chair.');
  await look(page);
  await page.getByLabel('Your email').evaluate((input) => input.setAttribute('type', 'text'));
  await page.getByLabel('Your email').fill('nobody');
  await expect(async () => {
    await page.getByRole('button', { name: /^Send/ }).click();
    await expect(page.getByText('One thing needs a change.')).toBeVisible({ timeout: 1000 });
  }).toPass(LATER);
  await look(page);
  await page.getByLabel('Your email').fill('');
  await page.getByRole('button', { name: 'Send' }).click();
  await heading(page, 'Is it one of these?').toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'No, mine is different: send it' }).click();
  await heading(page, 'Thank you. We got it.').toBeVisible();
  await look(page);
  await page.getByRole('link', { name: 'Check status' }).click();
  await heading(page, title).toBeVisible();
  await look(page);
  await look(page, `${page.url()}?edit`);
});

test.describe('without JavaScript on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('a suggestion that was sent at once waits a moment, and a correction takes two taps', async ({
    page,
  }) => {
    const { id } = await findEvent(page);
    await page.goto('/submit?kind=news');
    await page.getByLabel('What happened?').fill('The bridge on Mill Road is closed');
    await page.getByLabel('Tell us in your own words').fill('A barrier went up this morning.');
    await page.getByRole('button', { name: 'Send' }).click();
    await heading(page, /One moment|Thank you/).toBeVisible();
    await expect(async () => {
      if (await page.getByRole('button', { name: 'Send now' }).isVisible())
        await page.getByRole('button', { name: 'Send now' }).click();
      await heading(page, 'Thank you. We got it.').toBeVisible({ timeout: 1000 });
    }).toPass(LATER);
    await page.goto(`/correct/events/${id}`);
    await page.getByRole('button', { name: /^Wrong place/ }).click();
    await expect(async () => {
      const again = page.getByRole('button', { name: 'Send: Wrong place' });
      if (await again.isVisible()) await again.click();
      await expect(page.getByText('Reported: wrong place.')).toBeVisible({ timeout: 1000 });
    }).toPass(LATER);
  });
});

longTest(
  'the pages of a correction, and an event that is being checked, are accessible',
  async ({ page, site }) => {
    const { id } = await findEvent(page);
    await look(page, `/correct/events/${id}`);
    await page.getByRole('button', { name: /^Wrong day or time/ }).click();
    await expect(async () => {
      const again = page.getByRole('button', { name: 'Send: Wrong day or time' });
      if (await again.isVisible()) await again.click();
      await expect(page.getByText('Reported: wrong day or time.')).toBeVisible({ timeout: 1000 });
    }).toPass(LATER);
    await look(page);
    const database = openDatabase({ dataFolder: site.dataFolder });
    for (const network of ['a', 'b', 'c']) {
      const report = { id, topic: 'cancelled' as const, note: '', said: {}, network };
      await addReport(database.write, collections.events as Collection, report, {
        ...{ now: Date.now(), clock: defaultTown },
      });
    }
    await database.close();
    await look(page, `/events/${id}`);
    await expect(page.getByText('Three readers say that this is canceled.')).toBeVisible();
  },
);

longTest('the pages about people and their drafts are accessible', async ({ page, site }) => {
  const { write, close } = openDatabase({ dataFolder: site.dataFolder });
  const now = Date.now();
  const [inviter] = await write.selectFrom('site_user').select('id').limit(1).execute();
  const invited = { address: 'lena@example.org', role: 'editor', message: 'Welcome!' } as const;
  const token = await createInvitation(write, { ...invited, invitedBy: inviter?.id ?? '' }, now);
  const people = { url: site.url, now };
  const password = 'wind in the maples';
  await seedColleague(write, { email: 'dale@example.org', password, role: 'editor', name: 'Dale' }, people);
  const priya = await seedColleague(
    write,
    { email: 'priya@example.org', password, role: 'contributor', name: 'Priya' },
    people,
  );
  await close();
  await look(page, `/invitation?token=${token}`);
  await signInAsAdministrator(page);
  await look(page, '/admin/people');
  await page.getByRole('link', { name: /^Change role.*Dale/ }).click();
  await heading(page, /Dale/).toBeVisible();
  await look(page, `${page.url()}/administrator`);

  await page.context().clearCookies();
  await page.context().addCookies([{ ...priya, url: site.url }]);
  await page.goto('/admin/articles/add');
  await page.getByLabel('Title').fill('Soup night');
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(page.getByText('Success!')).toBeVisible();
  await page.getByRole('button', { name: 'Hand in' }).first().click();
  await expect(page.getByRole('button', { name: 'Take it back' }).first()).toBeVisible();
  await look(page);
});
