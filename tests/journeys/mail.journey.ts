import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { administratorEnvironment, expect, logInAsAdministrator, test } from '../journey.ts';

// Nothing listens there: every email fails.
test.use({ environment: { ...administratorEnvironment, SMTP_URL: 'smtp://127.0.0.1:1' } });

/** A test email is requested, fails, shows the reason and is retried. */
async function sendInVain(page: Page) {
  await logInAsAdministrator(page);
  await page.goto('/admin/mail');
  await page.getByRole('button', { name: 'Send me a test email' }).click();
  await expect(page.getByRole('status')).toContainText('Success!');
  // The notification of the administrator's own login is also waiting.
  const entry = page.getByRole('listitem').filter({ hasText: 'Test email' });
  await expect(async () => {
    await page.goto('/admin/mail');
    await expect(entry).toContainText('The mail server does not respond.', { timeout: 500 });
    await expect(entry).toContainText('Waiting', { timeout: 500 });
  }).toPass();
  await entry.getByRole('button').click();
  await expect(page.getByRole('status')).toContainText('Success!');
}

for (const [scheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test(`mails that cannot go are shown accessibly, ${scheme}, at ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await sendInVain(page);
    await page.goto('/admin/mail', { waitUntil: 'networkidle' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`)).toEqual([]);
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(overflow)).toBe(0);
    if (process.env.SHOT)
      await page.screenshot({ path: `/tmp/w/scratch-mail/mail-${width}.png`, fullPage: true });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a test mail that cannot go says why and is tried again', ({ page }) => sendInVain(page));
});
