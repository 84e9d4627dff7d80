import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/browser.ts';

const { executablePath, env } = findBrowser() ?? {};

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Text without windows is as wide as text in them.
  '--font-render-hinting=none',
  // No page of a journey lives long enough to be worth the work of an optimizing compiler.
  '--js-flags=--no-opt --no-maglev',
];

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  globalSetup: './tests/journey-setup.ts',
  outputDir: 'test-results',
  // One more than the cores of a small machine: a browser often waits for its site.
  workers: 3,
  // On machines that may have no more than two slow cores.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  globalTimeout: 22 * 60_000,
  reporter: [['list']],
  use: {
    // Neither the town's nor the server's: nothing may depend on where the reader's clock is set.
    timezoneId: 'Asia/Kolkata',
    locale: 'en-US',
    // While a page fades into the next one, it receives no clicks. The journeys of readers have motion.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: flags,
      ...(executablePath ? { executablePath } : {}),
      ...(env ? { env: { ...process.env, ...env } as Record<string, string> } : {}),
    },
  },
});
