import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { BuiltSite } from '../built-site.ts';
import { clippings, listHostileRecords, seedHostileRows } from '../hostile-html/hostile-town.ts';
import { listOffences } from '../hostile-html/inspect-html.ts';
import { someHostile } from '../hostile-html/some-hostile.ts';
import { inspectPage, watchPage } from '../hostile-html/watch-page.ts';
import {
  administratorEnvironment,
  expect,
  logInAsAdministrator,
  longTest,
  signInAsAdministrator,
  test,
} from '../journey.ts';

// With --deep, some hundred pages are opened, which takes time on a small machine.
test.slow();

// The policy would hide what the sanitizer left.
test.use({ bypassCSP: true });

const records = listHostileRecords();
const lists = Object.keys(records);
/** The lists show something of every item. */
const details = Object.entries(records).flatMap(([name, items]) =>
  someHostile(items).map(({ id }) => `/${name}/${id}`),
);

test.describe('a town that means harm', () => {
  test.use({ environment: { ...administratorEnvironment, BELFRY_DEMO: '0' } });

  longTest(
    'a site full of hostile content only displays it, also to the administrator who edits it',
    async ({ page, site }) => {
      await importHostileRecords(site);
      for (const name of ['articles', 'news', 'events', 'businesses'] as const) {
        const answer = await page.request.get(`/api/v1/${name}?limit=100`);
        const { items } = (await answer.json()) as { items: { description: string }[] };
        expect(items).toHaveLength(records[name].length);
        expect(items.flatMap(({ description }) => listOffences(description))).toEqual([]);
      }
      await plantUnsanitized(site);
      await expectInert(page, site, [
        ...lists.map((name) => `/${name}`),
        ...details,
        '/about',
        '/contact',
        '/privacyPolicy',
      ]);

      await logInAsAdministrator(page);
      const forms = lists.map((name) => `/admin/${name}/${name[0]}1`);
      const last = `/admin/articles/a${records.articles.length - 1}`;
      await expectInert(page, site, [
        '/admin',
        ...lists.map((name) => `/admin/${name}`),
        ...forms,
        last,
        '/admin/settings',
      ]);
    },
  );
});

test.describe('an editor', () => {
  test.use({ share: 'writing' });

  test('hostile HTML that is pasted into the editor does not run', async ({ page, site }) => {
    await signInAsAdministrator(page);
    const { incidents } = watchPage(page, site.url);
    await page.goto('/admin/articles/add');
    const editor = page.getByRole('textbox', { name: 'Formatted text' });
    await editor.click();
    await editor.evaluate(pasteAll, someHostile(clippings));
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => '__hit' in window)).toBe(false);
    const active = editor.locator(
      '[onclick], [onerror], [onfocus], script, iframe, svg, a[href^=javascript]',
    );
    await expect(active).toHaveCount(0);
    expect(incidents).toEqual([]);
  });
});

/** Runs in the browser: as if each had been copied from a page and pasted. */
function pasteAll(editor: Element, clippings: string[]): void {
  for (const html of clippings) {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }
}

async function importHostileRecords(site: BuiltSite): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-hostile-'));
  const files = Object.keys(records).map((name) => join(folder, `${name}.json`));
  for (const [index, items] of Object.values(records).entries())
    await writeFile(files[index] ?? '', JSON.stringify(items));
  const command = fileURLToPath(new URL('../../commands/belfry.ts', import.meta.url));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, BELFRY_DATA: site.dataFolder, LOG_LEVEL: 'silent' } as NodeJS.ProcessEnv;
  execFileSync(process.execPath, [command, 'import', ...files], { env, stdio: 'pipe' });
  await rm(folder, { recursive: true });
}

async function plantUnsanitized(site: BuiltSite): Promise<void> {
  const database = new DatabaseSync(join(site.dataFolder, 'belfry.db'), { timeout: 5000 });
  seedHostileRows((sql, ...values) => database.prepare(sql).run(...values));
  database.close();
}

async function expectInert(page: Page, site: BuiltSite, paths: string[]): Promise<void> {
  const { incidents } = watchPage(page, site.url);
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    const response = await page.goto(path, { waitUntil: path.startsWith('/admin') ? 'networkidle' : 'load' });
    expect(response?.status(), path).toBe(200);
    const faults = [...incidents.splice(0), ...(await inspectPage(page))];
    if (new URL(page.url()).pathname !== path) faults.push(`left for ${page.url()}`);
    if (faults.length > 0) found[path] = faults;
  }
  expect(found).toEqual({});
}
