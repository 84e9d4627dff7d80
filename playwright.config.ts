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

export default defineConfig<JourneyOptions>({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  globalSetup: './tests/build-first.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  globalTimeout: 15 * 60_000,
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
    ...(process.env.DATABASES === 'sqlite'
      ? []
      : [{ name: 'PostgreSQL', use: { databaseKind: 'postgres' as const } }]),
  ],
});
