import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/browser.ts';
import type { JourneyOptions } from './tests/journey.ts';

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
];

export default defineConfig<JourneyOptions>({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  globalSetup: './tests/journey-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
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
  projects: [
    { name: 'SQLite', use: { databaseKind: 'sqlite' } },
    // What a page does in the browser does not depend on the database; what the database must do, the stores' own tests
    // prove on both. These tours go through all of it once more.
    ...(process.env.DATABASES === 'sqlite'
      ? []
      : [{ name: 'PostgreSQL', grep: /@postgres/, use: { databaseKind: 'postgres' as const } }]),
  ],
});
