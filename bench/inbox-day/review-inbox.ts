import type { Page } from '@playwright/test';
import { withBrowser } from '../browser.ts';

export type Reviewed = { decisions: number; keystrokes: number; seconds: number; waitedMs: number };

/** The key for an item that shows this text; `decisions` is how many were made before. */
type ChooseKey = (text: string, decisions: number) => 'p' | 'm' | 'd';

/**
 * Reviews the inbox in Chromium with the keyboard until nothing waits. Writes a picture of the inbox before. `waitedMs`
 * is the longest time until the next item was in focus.
 */
export function reviewInbox(
  { url }: { url: string },
  cookie: string,
  picture: string | undefined,
  choose: ChooseKey,
): Promise<Reviewed> {
  return withBrowser(async (browser) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1300 }, colorScheme: 'light' });
    for (const pair of cookie.split('; ')) {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      await page.context().addCookies([{ name, value, url }]);
    }
    await page.goto(`${url}/admin/inbox`);
    if (picture) await page.screenshot({ path: picture });
    await page.getByText('Keyboard shortcuts').waitFor();
    return review(page, choose);
  });
}

async function review(page: Page, choose: ChooseKey): Promise<Reviewed> {
  const startedAt = performance.now();
  const count: Reviewed = { decisions: 0, keystrokes: 1, seconds: 0, waitedMs: 0 };
  await page.keyboard.press('j');
  const row = page.locator('[data-row]:focus');
  while ((await page.locator('[data-row]').count()) > 0) {
    const id = await row.getAttribute('data-row');
    const text = await row.innerText();
    const key = choose(text, count.decisions);
    const pressedAt = performance.now();
    await page.keyboard.press(key);
    await page.locator(`[data-row="${id}"]`).waitFor({ state: 'detached' });
    count.waitedMs = Math.max(count.waitedMs, performance.now() - pressedAt);
    count.decisions++;
    count.keystrokes++;
  }
  await page.getByText('all caught up').waitFor();
  count.seconds = (performance.now() - startedAt) / 1000;
  return count;
}
