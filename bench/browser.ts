import { type Browser, chromium } from '@playwright/test';
import { findBrowser, installBrowser } from '../tests/browser.ts';

/** A Chromium while `work` runs. Throws when the machine has none. */
export async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  installBrowser();
  const found = findBrowser();
  if (!found) throw new Error('Chromium was not found: install it, or set BROWSER_PATH');
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    ...(found.env ? { env: { ...found.env } } : {}),
  });
  return work(browser).finally(() => browser.close());
}
