import { freezeTown, unfreezeTown } from '#app/platform/database/frozen-since.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import type { BuiltSite } from '../built-site.ts';
import { expectAccessibleInEveryLook } from '../expect-accessible.ts';
import { expect, longTest, signInAsAdministrator, test } from '../journey.ts';
import { untilQuiet } from '../until-quiet.ts';

test.use({ share: 'frozen' });

test.afterEach(({ site }) => unfreeze(site));

const LINE = /This site has been frozen since .+ but nothing can be changed\./;

/** As `belfry freeze` does it, next to the running site. */
async function freeze({ dataFolder }: BuiltSite): Promise<void> {
  const database = openDatabase({ dataFolder });
  await freezeTown(database.write, Date.now()).finally(database.close);
}

async function unfreeze({ dataFolder }: BuiltSite): Promise<void> {
  const database = openDatabase({ dataFolder });
  await unfreezeTown(database.write).finally(database.close);
}

longTest(
  'pages that were open when the site was frozen say why nothing can be changed',
  async ({ page, context, site }) => {
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
  },
);

test('a form that was open when the site was frozen keeps what was typed, until the site accepts it again', async ({
  page,
  context,
  site,
}) => {
  await signInAsAdministrator(page);
  await page.goto('/admin/newsletter');
  await page.getByRole('button', { name: /^Build/ }).click();
  await page.getByLabel('Opening note').fill('The bridge is open.');
  // From here on nothing of the issue is saved, or its preview loaded, until the site is frozen.
  await expect(page.frameLocator('iframe').getByText('The bridge is open.')).toBeVisible();
  const form = await context.newPage();
  await form.goto('/admin/articles/sample-bakery');
  await untilQuiet(form);
  await freeze(site);

  await form.getByLabel('Title').fill('Five hundred rolls');
  await expect(form.getByText('The site can’t be changed now.').first()).toBeVisible();
  await form.getByLabel('Title').fill('Six hundred rolls');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert').filter({ hasText: LINE })).toContainText('Your text was not saved.');
  await expect(form.getByLabel('Title')).toHaveValue('Six hundred rolls');
  await page.getByRole('button', { name: 'Save draft' }).last().click();
  await expect(page.getByRole('alert').filter({ hasText: LINE })).toBeVisible();
  await expect(page.getByLabel('Opening note')).toHaveValue('The bridge is open.');

  // As another window sees it: the browser stores it a moment after the form has.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Six hundred rolls');
  await form.close({ runBeforeUnload: false });
  await unfreeze(site);
  const again = await context.newPage();
  await again.goto('/admin/articles/sample-bakery');
  await expect(again.getByLabel('Title')).toHaveValue('Six hundred rolls');
  // The closed form may have been sent at the same moment: the draft is there in any case.
  const last = await context.newPage();
  await last.goto('/admin/articles/sample-bakery');
  await expect(last.getByText('This form shows a draft of changes')).toBeVisible();
  await expect(last.getByLabel('Title')).toHaveValue('Six hundred rolls');
});

longTest('a frozen site is accessible, and a member deletes their account there', async ({ page, site }) => {
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
