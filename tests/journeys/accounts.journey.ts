import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, longTest, onEachDatabase, signInAsMember, test } from '../journey.ts';
import { linkMailedTo } from '../mailbox.ts';
import { untilQuiet } from '../until-quiet.ts';

const june = { email: 'june@example.org', password: 'river in spring' };
const ida = { email: 'ida@example.org', password: 'fog in October' };
const otto = { email: 'otto@example.org', password: 'mist in autumn' };
const ada = { email: 'ada@example.org', password: 'hail in March' };
const vera = { email: 'vera@example.org', password: 'sun in August' };

// No administrator yet. Each journey is about users of its own.
test.use({ environment: {}, share: 'users' });

// Before the one-time link is used.
longTest(
  'the pages about accounts that emails and mistakes lead to are accessible',
  async ({ page, site }) => {
    // Many pages, each of which takes time on a small machine.
    test.slow();
    await expectAccessible(page, site.setupLink ?? '');
    await page.goto('/login?mode=register');
    await fillAndSend(page, { ...ida, password: 'short' }, 'Register');
    await expect(page.getByText('Use at least 8 characters')).toBeVisible();
    await expectAccessible(page);
    await fillAndSend(page, ida, 'Register');
    await expect(page).toHaveURL(/\/articles$/);
    const verify = await linkMailedTo(site.dataFolder, ida.email, '/verify');
    await expectAccessible(page, verify);
    await page.context().clearCookies();
    await expectAccessible(page, verify);
    await page.goto('/forgot');
    await page.getByLabel('Email').fill(ida.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await expectAccessible(page, await linkMailedTo(site.dataFolder, ida.email, '/reset'));
  },
);

onEachDatabase(() => {
  test('a user registers, opts out, logs out and in again, and deletes the account', ({ page }) =>
    registerAndDelete(page));
});

async function registerAndDelete(page: Page): Promise<void> {
  await page.goto('/articles');
  await page.getByRole('link', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page.getByLabel('Send me community updates and promotions')).toBeChecked();
  await fillAndSend(page, june, 'Register');
  await expect(page).toHaveURL(/\/articles$/);

  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByLabel('Send me community updates and promotions').uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('Success!');
  await expect(page.getByLabel('Send me community updates and promotions')).not.toBeChecked();

  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillAndSend(page, { ...june, password: 'ocean in spring' }, 'Login');
  await expect(page.getByRole('alert')).toHaveText('There was an error. Please try again later.');
  await expect(page.getByLabel('Email')).toHaveValue(june.email);
  await fillAndSend(page, june, 'Login');
  await expect(page).toHaveURL(/\/articles$/);

  await page.goto('/account/deletion');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await page.goto('/login');
  await fillAndSend(page, june, 'Login');
  await expect(page.getByRole('alert')).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, share: javaScriptEnabled ? 'users' : 'users without scripts' });

    if (!javaScriptEnabled)
      longTest('a user registers, opts out, logs out and in again, and deletes the account', ({ page }) =>
        registerAndDelete(page),
      );

    const each = javaScriptEnabled ? longTest : test;

    each(
      'a user confirms the address, forgets the password and chooses a new one',
      async ({ page, site }) => {
        await register(page, otto);
        await page.goto('/account');
        await expect(page.getByText('is not confirmed yet')).toBeVisible();
        await page.goto(await linkMailedTo(site.dataFolder, otto.email, '/verify'));
        await page.getByRole('button', { name: 'Confirm my address' }).click();
        await expect(page.getByRole('status')).toContainText('Your email address is confirmed.');
        await expect(page.getByText('otto@example.org is confirmed.')).toBeVisible();

        await page.getByRole('link', { name: 'Logout' }).click();
        await page.getByRole('link', { name: 'Forgot your password?' }).click();
        await page.getByLabel('Email').fill(otto.email);
        await page.getByRole('button', { name: 'Send the link' }).click();
        await expect(page.getByRole('alert')).toContainText('has an account here, it needs a link');
        const reset = await linkMailedTo(site.dataFolder, otto.email, '/reset');
        await page.goto(reset);
        await page.getByLabel('New password').fill('snow');
        await page.getByRole('button', { name: 'Save the password' }).click();
        await expect(page.getByText('Use at least 8 characters')).toBeVisible();
        await page.getByLabel('New password').fill('snow in November');
        await page.getByRole('button', { name: 'Save the password' }).click();
        await expect(page.getByRole('status')).toContainText('Your password has been changed.');
        await fillAndSend(page, { ...otto, password: 'snow in November' }, 'Login');
        await expect(page).toHaveURL(/\/articles$/);
        expect((await page.goto(reset))?.status()).toBe(404);
      },
    );

    each(
      'the owner of an address that someone else registered says so, and the account is deleted',
      async ({ page, site }) => {
        await register(page, ada);
        const link = await linkMailedTo(site.dataFolder, ada.email, '/verify');
        await page.context().clearCookies();
        await page.goto(link);
        await expect(page.getByLabel('Password')).toBeVisible();
        await page.getByRole('button', { name: 'This was not me' }).click();
        await expect(page.getByRole('status')).toHaveText('Thank you. We won’t use your address.');
        await fillAndSend(page, ada, 'Login');
        await expect(page.getByRole('alert')).toBeVisible();
      },
    );

    test('the one-time link creates the administrator once', async ({ page, site }) => {
      const link = site.setupLink ?? '';
      await page.goto(link);
      await fillAndSend(
        page,
        { email: 'editor@example.org', password: 'a bell in the belfry' },
        'Create the administrator',
      );
      await expect(page).toHaveURL(/\/admin$/);
      await expect(page.getByText('Protect your account with a passkey')).toBeVisible();
      await page.getByRole('button', { name: 'Not now' }).click();
      await expect(page.getByText('Protect your account with a passkey')).toBeHidden();
      expect((await page.goto(link))?.status()).toBe(404);
    });
  });
}

test('a user adds a passkey, logs in with it, removes it, and recovers with a code', async ({
  page,
  site,
}) => {
  await addAuthenticator(page);
  await signInAsMember(page, site, vera);
  await page.goto('/account');
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('status')).toHaveText('Success!');
  await expect(page.getByRole('heading', { name: 'Chrome on Linux' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText('This device already has a passkey for your account.');
  await page.getByRole('link', { name: 'Rename Chrome on Linux' }).click();
  await page.getByLabel('Name').fill('My laptop');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'My laptop' })).toBeVisible();

  await page.getByRole('link', { name: 'Create recovery codes' }).click();
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  const list = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();

  // The browser offers the passkey automatically, and the user accepts it at once.
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/articles$/);

  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await untilQuiet(page);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL(/\/articles$/);

  await page.goto('/account/sessions');
  await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toContainText(
    'Chrome on Linux',
  );
  await page.goto('/account/passkeys');
  await page.getByRole('link', { name: 'Remove My laptop' }).click();
  await page.getByRole('button', { name: 'Remove the passkey' }).click();
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible();

  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await untilQuiet(page);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('There was an error. Please try again later.');
  // A page that has just replaced another one can lose a click.
  await untilQuiet(page);
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Email').fill(vera.email);
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByLabel('New password').fill('snow in November');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('status')).toContainText('Your password has been changed.');
  await fillAndSend(page, { ...vera, password: 'snow in November' }, 'Login');
  await expect(page).toHaveURL(/\/articles$/);
});

test('a failed login moves the focus to its message', async ({ page }) => {
  await page.goto('/login');
  await fillAndSend(page, june, 'Login');
  await expect(page.getByRole('alert')).toBeFocused();
});

test('a link to /logout on another site logs no one out', async ({ page, site }) => {
  await signInAsMember(page, site, { ...vera, email: 'leo@example.org' });
  const elsewhere = site.url.replace('localhost', '127.0.0.1');
  await page.route(`${elsewhere}/links`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${site.url}/logout">Click</a>`,
    }),
  );
  await page.goto(`${elsewhere}/links`);
  await page.getByRole('link', { name: 'Click' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a user downloads their data as a file', async ({ page, site }) => {
  const mia = { ...vera, email: 'mia@example.org' };
  await signInAsMember(page, site, mia);
  await page.goto('/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-data.json');
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ email: mia.email });
});

/** Adds a virtual passkey device to the browser, which confirms every request at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function register(page: Page, user: typeof june): Promise<void> {
  await page.goto('/login?mode=register');
  await fillAndSend(page, user, 'Register');
  await expect(page).toHaveURL(/\/articles$/);
}

async function fillAndSend(page: Page, { email, password }: typeof june, button: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: button, exact: true }).click();
}
