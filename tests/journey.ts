import { test as base, expect, type Page } from '@playwright/test';
import type { BuiltSite } from './built-site.ts';
import { administrator, administratorEnvironment } from './journey-administrator.ts';
import { type DatabaseKind, type OpenTown, openTown, readTowns } from './journey-towns.ts';

export { expect } from '@playwright/test';

export type JourneyOptions = { databaseKind: DatabaseKind };

type SiteOptions = {
  /** More settings of the site, with `test.use({ environment: … })`. */
  environment: Record<string, string>;
  /**
   * By `test.use({ onlyReads: true })`: the journey changes nothing, and shares one site, which has an administrator,
   * with the others of its worker that change nothing.
   */
  onlyReads: boolean;
};

export { administrator, administratorEnvironment };

/**
 * A journey on a site of its own: the real server with the sample town, on the project's database. `page.goto` accepts
 * its paths. Script errors in the browser, and a server that does not shut down in order, fail the journey.
 */
export const test = base.extend<
  { site: BuiltSite } & SiteOptions,
  JourneyOptions & { openSharedTown: () => Promise<OpenTown> }
>({
  databaseKind: ['sqlite', { option: true, scope: 'worker' }],
  environment: [{}, { option: true }],
  onlyReads: [false, { option: true }],

  openSharedTown: [
    async ({ databaseKind }, use) => {
      let opening: Promise<OpenTown> | undefined;
      await use(() => {
        opening ??= openTown(databaseKind, administratorEnvironment);
        return opening;
      });
      await (await opening)?.close();
    },
    { scope: 'worker' },
  ],

  site: async ({ databaseKind, environment, onlyReads, openSharedTown }, use) => {
    const town = onlyReads ? await openSharedTown() : await openTown(databaseKind, environment);
    await use(town.site);
    if (!onlyReads) await town.close();
  },

  baseURL: async ({ site }, use) => use(site.url),

  page: async ({ page }, use) => {
    const failures: string[] = [];
    page.on('pageerror', (error) => {
      // Chromium reports a view transition that it skips, for example as a page comes back from its cache or loads slowly.
      if (!/ViewTransition|^Transition was /.test(error.message)) failures.push(error.message);
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

/** Gives the browser the session that the administrator of the sample town has, without opening a page. */
export async function signInAsAdministrator(page: Page): Promise<void> {
  const { sqlite, postgres } = readTowns();
  // The browser has one cookie; each database knows only its own session.
  const { databaseKind } = test.info().project.use as Partial<JourneyOptions>;
  const { name, value } = (databaseKind === 'postgres' ? postgres : sqlite)?.cookie ?? sqlite.cookie;
  await page
    .context()
    .addCookies([{ name, value, domain: 'localhost', path: '/', httpOnly: true, sameSite: 'Lax' }]);
}

/** The same with the login form, for sites without the sample town; returns when the site has redirected to the articles. */
export async function logInAsAdministrator(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password').fill(administrator.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/articles$/);
}
