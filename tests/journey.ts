import { test as base, expect, type Page } from '@playwright/test';
import { openDatabase } from '#app/platform/open-database.server.ts';
import type { BuiltSite } from './built-site.ts';
import { administrator, administratorEnvironment } from './journey-administrator.ts';
import { type DatabaseKind, type OpenTown, openTown, readTowns } from './journey-towns.ts';
import { GROUND, hasChanged, isDeepRun } from './rounds.ts';
import { type SeededCookie, seedMember } from './seeded-people.ts';

export { expect } from '@playwright/test';
export { administrator, administratorEnvironment };

type SiteOptions = {
  databaseKind: DatabaseKind;
  /** Settings of the site, with `test.use({ environment: … })`. By default they name the administrator. */
  environment: Record<string, string>;
  /**
   * Journeys of a worker with the same `share` and the same settings share a site, by default none. Those that share
   * `reading` change nothing. Those that share another one change only what is theirs, such as items that they create.
   */
  share: string | undefined;
};

type OpenShared = (key: string, open: () => Promise<OpenTown>) => Promise<OpenTown>;

/** Of each worker: the one that is read, the one that most journeys change, and one of a file. */
const MOST_SHARED = 3;

const isOnPostgres = isDeepRun || hasChanged(GROUND);

/** A worker runs one journey at a time. */
let runningOn: DatabaseKind = 'sqlite';

/**
 * A journey on the real server with the sample town. `page.goto` accepts its paths. Script errors in the browser, and a
 * server that does not shut down in order, fail the journey.
 */
export const test = base.extend<{ site: BuiltSite } & SiteOptions, { openShared: OpenShared }>({
  databaseKind: ['sqlite', { option: true }],
  environment: [administratorEnvironment, { option: true }],
  share: [undefined, { option: true }],

  openShared: [
    async ({ browserName: _ }, use) => {
      const towns = new Map<string, Promise<OpenTown>>();
      await use(async (key, open) => {
        const town = towns.get(key) ?? open();
        towns.delete(key);
        towns.set(key, town);
        const [[oldest = '', unused] = []] = towns;
        if (towns.size > MOST_SHARED && towns.delete(oldest)) await (await unused)?.close();
        return town;
      });
      for (const town of towns.values()) await (await town).close();
    },
    { scope: 'worker' },
  ],

  site: async ({ databaseKind, environment, share, openShared }, use) => {
    runningOn = databaseKind;
    const open = () => openTown(databaseKind, environment);
    const key = JSON.stringify([share, databaseKind, environment]);
    const town = await (share ? openShared(key, open) : open());
    await use(town.site);
    if (!share) await town.close();
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

/** Whether long journeys run: for files that add to `test`. */
export const runsLongJourneys = isDeepRun || hasChanged(['app', 'server']);

/**
 * A journey that takes long, of what shorter ones or tests without a browser show in part. It runs if something under
 * `app/` or `server/` has changed, and with `--deep`.
 */
export const longTest = runsLongJourneys ? test : test.skip;

/** Gives the browser the session that the administrator of the sample town has, without opening a page. */
export async function signInAsAdministrator(page: Page): Promise<void> {
  const { sqlite, postgres } = readTowns();
  await addCookie(page, (runningOn === 'postgres' ? postgres : sqlite)?.cookie ?? sqlite.cookie);
}

/** Gives the browser the session of a new user, whose address is not verified. The site is on SQLite. */
export async function signInAsMember(
  page: Page,
  { dataFolder, url }: BuiltSite,
  user: { email: string; password: string },
): Promise<void> {
  const database = openDatabase({ dataFolder });
  const cookie = await seedMember(database.write, user, { url, now: Date.now() }).finally(database.close);
  await addCookie(page, cookie);
}

async function addCookie(page: Page, { name, value }: SeededCookie): Promise<void> {
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

/**
 * What a page does in the browser does not depend on the database; what the database must do, the stores' own tests
 * prove on both. A few journeys go through all of it again, on PostgreSQL when the code that reaches it has changed.
 */
export function onEachDatabase(define: () => void): void {
  for (const [name, databaseKind] of [
    ['SQLite', 'sqlite'],
    ['PostgreSQL', 'postgres'],
  ] as const)
    if (databaseKind === 'sqlite' || process.env.DATABASES !== 'sqlite')
      test.describe(name, () => {
        test.skip(databaseKind === 'postgres' && !isOnPostgres, 'runs with --deep');
        test.use({ databaseKind });
        define();
      });
}
