import { test as base, expect, type Page } from '@playwright/test';
import { type BuiltSite, openBuiltSite } from './built-site.ts';
import { administrator, administratorEnvironment } from './journey-administrator.ts';
import { startPostgres } from './postgres.ts';
import { createPostgresDatabase } from './postgres-database.ts';

export { expect } from '@playwright/test';

export type JourneyOptions = { databaseKind: 'sqlite' | 'postgres' };

type SiteOptions = {
  /** More settings of the site, with `test.use({ environment: … })`. */
  environment: Record<string, string>;
};

export { administrator, administratorEnvironment };

/**
 * A journey on a site of its own: the real server with the sample town, on the project's database. `page.goto` accepts
 * its paths. Script errors in the browser, and a server that does not shut down in order, fail the journey.
 */
export const test = base.extend<
  { site: BuiltSite } & SiteOptions,
  JourneyOptions & { serverUrl: string | undefined }
>({
  databaseKind: ['sqlite', { option: true, scope: 'worker' }],
  environment: [{}, { option: true }],

  serverUrl: [
    async ({ databaseKind }, use) => {
      const given = process.env.TEST_DATABASE_URL;
      const own = databaseKind === 'postgres' && !given ? await startPostgres() : undefined;
      await use(databaseKind === 'postgres' ? (given ?? own?.url) : undefined);
      await own?.stop();
    },
    { scope: 'worker' },
  ],

  site: async ({ serverUrl, environment }, use) => {
    const database = serverUrl ? await createPostgresDatabase(serverUrl) : undefined;
    const site = await openBuiltSite({ databaseUrl: database?.url, environment });
    await use(site);
    const code = await site.stop();
    await database?.drop();
    if (code !== 0) throw new Error(`The site ended with code ${code}:\n${site.output()}`);
  },

  baseURL: async ({ site }, use) => use(site.url),

  page: async ({ page }, use) => {
    const failures: string[] = [];
    page.on('pageerror', (error) => {
      // Chromium reports that the view transition of a page was skipped or interrupted.
      if (!/ViewTransition opt-in disabled|Transition was skipped/.test(error.message))
        failures.push(error.message);
    });
    page.on('console', (message) => {
      // Chromium reports every response of 400 and above, which many journeys are about.
      const isReport = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isReport) failures.push(message.text());
    });
    await use(page);
    if (failures.length > 0) throw new Error(`The browser reported:\n${failures.join('\n')}`);
  },
});

/** Logs the administrator in, without a passkey; returns when the site has redirected to the articles. */
export async function logInAsAdministrator(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password').fill(administrator.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/articles$/);
}
