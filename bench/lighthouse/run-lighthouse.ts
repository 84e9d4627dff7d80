import type { Result } from 'lighthouse';
import { installTool } from '../../scripts/install-tool.mjs';
import { findBrowser } from '../../tests/browser.ts';

/** Installs Lighthouse, which is large, unless it is installed. Throws an error of one line if that fails. */
export async function installLighthouse(): Promise<void> {
  await installTool('bench/lighthouse');
}

/** Lighthouse's mobile preset in a Chromium of its own. Throws when the machine has none. */
export async function runLighthouse(url: string): Promise<Result> {
  const found = findBrowser();
  if (!found) throw new Error('Chromium was not found: install it, or set BROWSER_PATH');
  const [{ default: lighthouseOf }, { launch }] = await Promise.all([
    import('lighthouse'),
    import('chrome-launcher'),
  ]);
  const chrome = await launch({
    chromePath: found.executablePath,
    chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    envVars: { ...found.env },
    logLevel: 'silent',
  });
  try {
    const outcome = await lighthouseOf(url, { port: chrome.port, output: 'json', logLevel: 'silent' });
    if (!outcome) throw new Error(`Lighthouse reported nothing about ${url}`);
    return outcome.lhr;
  } finally {
    chrome.kill();
  }
}
