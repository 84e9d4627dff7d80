import { freezeTown } from '#app/database/frozen-town.server.ts';
import { openDatabase } from '#app/open-database.server.ts';
import type { BuiltSite } from '../built-site.ts';
import { expectAccessibleInEveryLook } from '../expect-accessible.ts';
import { administratorEnvironment, expect, signInAsAdministrator, test } from '../journey.ts';

test.use({ environment: administratorEnvironment });

const LINE = /This site has been frozen since .+ but nothing can be changed\./;

/** As `belfry freeze` does it, next to the running site. */
async function freeze({ dataFolder }: BuiltSite): Promise<void> {
  const database = openDatabase({ dataFolder });
  await freezeTown(database.write, Date.now()).finally(database.close);
}

test('pages that were open when the site was frozen say why nothing can be changed', async ({
  page,
  context,
  site,
}) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/articles');
  const form = await context.newPage();
  await form.goto('/admin/settings');
  await freeze(site);

  await page.getByRole('link', { name: 'Sources' }).click();
  const why = page.getByRole('main').getByText(LINE);
  await expect(why).toBeVisible();
  await expect(page.getByRole('link', { name: 'Maple Hollow Commons' })).toBeVisible();

  await form.getByRole('button', { name: 'Save' }).first().click();
  await expect(form.getByRole('main').getByText(LINE)).toBeVisible();
});

test('a frozen site is accessible, and a member deletes their account there', async ({ page, site }) => {
  await page.goto('/login?mode=register');
  await page.getByLabel('Email').fill('june@example.org');
  await page.getByLabel('Password').fill('a brook in the valley');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('link', { name: 'Account' })).toBeVisible();
  await freeze(site);
  for (const path of ['/articles', '/account', '/account/deletion', '/admin/articles'])
    await expectAccessibleInEveryLook(page, path, [1280, 320]);

  await page.goto('/account');
  await page.getByRole('link', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/\/articles$/);
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expectAccessibleInEveryLook(page, '/login', [1280, 320]);
});
