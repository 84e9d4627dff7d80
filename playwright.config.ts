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
];

/** The journeys that read and write much; the others are about what the browser does. */
const onPostgres = {
  name: 'PostgreSQL',
  testMatch: /(accounts|administrator|first-visit|reader)\.journey\.ts$/,
  use: { databaseKind: 'postgres' as const },
};

export default defineConfig<JourneyOptions>({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  globalSetup: './tests/build-first.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A machine may stall for seconds: what fails once is tried again, and named at the end of `npm test`.
  retries: 1,
  timeout: 90_000,
  globalTimeout: 22 * 60_000,
  reporter: [['list']],
  use: {
    // Neither the town's nor the server's: nothing may depend on where the reader's clock is set.
    timezoneId: 'Asia/Kolkata',
    locale: 'en-US',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: flags,
      ...(executablePath ? { executablePath } : {}),
      ...(env ? { env: { ...process.env, ...env } as Record<string, string> } : {}),
    },
  },
  projects: [
    { name: 'SQLite', use: { databaseKind: 'sqlite' } },
    ...(process.env.DATABASES === 'sqlite' ? [] : [onPostgres]),
  ],
});
