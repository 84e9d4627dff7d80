import type { Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, test as journey, runsLongJourneys } from '../journey.ts';
import { linkMailedTo } from '../mailbox.ts';
import { openTestGoogle, type TestGoogle } from '../test-google.ts';
import { untilQuiet } from '../until-quiet.ts';

const people = {
  june: { email: 'june@example.org', email_verified: true },
  kim: { email: 'kim@example.org', email_verified: true },
  lee: { email: 'lee@example.org', email_verified: true },
  unproven: { email: 'unproven@example.org', email_verified: false },
  editor: { email: 'editor@maplehollow.example', email_verified: true },
};

let google: TestGoogle | undefined;
let served: Promise<void> | undefined;

/** Journeys on a site that uses its own OpenID provider. */
const test = journey.extend({
  share: 'Google',
  environment: async ({ browserName: _ }, use) => {
    google ??= await openTestGoogle({ people });
    await use({ ...google.environment, BELFRY_ADMIN_EMAIL: people.editor.email });
  },
  page: async ({ page, site }, use) => {
    served ??= google?.serve(site.url);
    await served;
    await use(page);
  },
});

const longTest = runsLongJourneys ? test : test.skip;

test.afterAll(() => google?.[Symbol.asyncDispose]());

test('Continue with Google logs in through a popup, which closes, and the page shows the articles', async ({
  page,
}) => {
  await page.goto('/login');
  const popup = await continueInPopup(page);
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('link', { name: 'june' }).click()]);
  await expect(page).toHaveURL(/\/articles$/);
  await page.goto('/account');
  await expect(page.getByText('Logged in as june@example.org')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveCount(0);
});

test('After Google sign-in, users get the page they wanted', async ({ page }) => {
  await page.goto('/account');
  const popup = await continueInPopup(page);
  await popup.getByRole('link', { name: 'june' }).click();
  await expect(page).toHaveURL(/\/account$/);
});

longTest('A failed Google sign-in says so on the login page, and closes the popup', async ({ page }) => {
  for (const name of ['unproven', 'nobody']) {
    await page.goto('/login');
    const popup = await continueInPopup(page);
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('link', { name }).click()]);
    await expect(page.getByRole('alert')).toHaveText('There was an error. Please try again later.');
    await expect(page.getByRole('alert')).toBeFocused();
    await page.context().clearCookies();
  }
});

test("The verified holder of the administrator's address manages the site", async ({ page }) => {
  await page.goto('/login');
  const popup = await continueInPopup(page);
  await popup.getByRole('link', { name: 'editor' }).click();
  await expect(page).toHaveURL(/\/articles$/);
  await page.getByRole('link', { name: 'Admin' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('Google sign-in works if the popup is blocked', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/login');
  await untilQuiet(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('link', { name: 'june' }).click();
  await expect(page).toHaveURL(/\/articles$/);
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible();
});

longTest(
  'the page that requires a password before connecting Google is accessible',
  async ({ page, site }) => {
    await registerAndConfirm(page, site.dataFolder, people.kim.email);
    await page.getByRole('link', { name: 'Logout' }).click();
    const popup = await continueInPopup(page);
    await popup.getByRole('link', { name: 'kim' }).click();
    await expect(popup.getByRole('heading', { name: 'Connect your account' })).toBeVisible();
    await expectAccessible(popup);
    await popup.getByLabel('Password').fill('ocean in spring');
    await popup.getByRole('button', { name: 'Connect and log in' }).click();
    await expect(popup.getByRole('alert')).toBeVisible();
    await expectAccessible(popup);
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Google is connected to an account with a password after entering that password', async ({
    page,
    site,
  }) => {
    await registerAndConfirm(page, site.dataFolder, people.lee.email);
    await page.getByRole('link', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('link', { name: 'lee' }).click();
    await expect(page.getByRole('heading', { name: 'Connect your account' })).toBeVisible();
    await page.getByLabel('Password').fill('ocean in spring');
    await page.getByRole('button', { name: 'Connect and log in' }).click();
    await expect(page.getByRole('alert')).toHaveText('There was an error. Please try again later.');
    await page.getByLabel('Password').fill('river in spring');
    await page.getByRole('button', { name: 'Connect and log in' }).click();
    await expect(page).toHaveURL(/\/articles$/);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Disconnect Google' }).click();
    await expect(page.getByRole('status')).toHaveText('Success!');
    await page.getByRole('button', { name: 'Connect Google' }).click();
    await expect(page.getByRole('button', { name: 'Disconnect Google' })).toBeVisible();
  });

  test('Continue with Google works in one window', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('link', { name: 'june' }).click();
    await expect(page).toHaveURL(/\/articles$/);
    await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible();
  });
});

async function registerAndConfirm(page: Page, dataFolder: string, email: string): Promise<void> {
  await page.goto('/login?mode=register');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('river in spring');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL(/\/articles$/);
  await page.goto(await linkMailedTo(dataFolder, email, '/verify'));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('status')).toContainText('Your email address is confirmed.');
}

async function continueInPopup(page: Page): Promise<Page> {
  const button = page.getByRole('button', { name: 'Continue with Google' });
  await expect(button).toBeVisible();
  await untilQuiet(page);
  const opening = page.waitForEvent('popup');
  await button.click();
  return opening;
}
