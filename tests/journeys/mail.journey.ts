import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from '../expect-accessible.ts';
import { administratorEnvironment, expect, longTest, signInAsAdministrator, test } from '../journey.ts';

// Nothing listens there: every email fails.
test.use({ environment: { ...administratorEnvironment, SMTP_URL: 'smtp://127.0.0.1:1' } });

/** A test email is requested, fails, shows the reason and is retried. */
async function sendInVain(page: Page) {
  await signInAsAdministrator(page);
  await page.goto('/admin/mail');
  await page.getByRole('button', { name: 'Send me a test email' }).click();
  await expect(page.getByRole('status')).toContainText('Success!');
  const entry = page.getByRole('listitem').filter({ hasText: 'Test email' });
  await expect(async () => {
    await page.goto('/admin/mail');
    await expect(entry).toContainText('The mail server does not respond.', { timeout: 500 });
    await expect(entry).toContainText('Waiting', { timeout: 500 });
  }).toPass();
  await entry.getByRole('button').click();
  await expect(page.getByRole('status')).toContainText('Success!');
}

longTest(
  'the page of undelivered emails is accessible, wide and narrow, light and dark',
  async ({ page }) => {
    await sendInVain(page);
    await expectAccessibleInEveryLook(page, '/admin/mail', [1280, 390]);
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an undelivered test email shows why and is retried', ({ page }) => sendInVain(page));
});
