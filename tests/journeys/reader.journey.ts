import { expect, test } from '../journey.ts';
import { untilQuiet } from '../until-quiet.ts';

test.use({ share: 'reading', reducedMotion: 'no-preference' });

test('reading pages load no script, wherever a reader goes', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  for (const path of [
    '/articles',
    '/news',
    '/events',
    '/polls',
    '/businesses',
    '/about',
    '/privacyPolicy',
    '/contact',
    '/nope',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
  }
  expect(scripts).toEqual([]);
});

test('an article’s link is copied, the page printed and, where the browser offers it, shared', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const calls: unknown[] = [];
    Object.assign(window, { calls, print: () => calls.push('print') });
    if (location.search !== '?plain') navigator.share = async (data) => void calls.push(data);
    else Object.defineProperty(navigator, 'share', { value: undefined });
  });
  const path = '/articles/sample-library-roof-vote';
  await page.goto(path);
  const url = await page.locator('link[rel=canonical]').getAttribute('href');
  const group = page.getByRole('group', { name: 'Share' });
  await group.getByRole('button', { name: 'Copy link' }).click();
  await expect(group.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await group.getByRole('button', { name: 'Print' }).click();
  await group.getByRole('button', { name: 'Share' }).click();
  const calls = () => page.evaluate(() => (window as unknown as { calls: unknown[] }).calls);
  await expect.poll(calls).toEqual(['print', { title: await page.title(), url }]);
  await page.goto(`${url}?plain`);
  await expect(group.getByRole('button', { name: 'Print' })).toBeVisible();
  await expect(group.getByRole('button', { name: 'Share' })).toBeHidden();
});

test('without JavaScript an article has no buttons', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: `${baseURL}`, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/articles/sample-library-roof-vote');
  const group = page.getByRole('group', { name: 'Share' });
  await expect(group.getByRole('link', { name: 'Email' })).toBeVisible();
  await expect(group.getByRole('button')).toHaveCount(0);
  await context.close();
});

test('printed articles and events have no search, buttons or calendar links', async ({ page }) => {
  await page.goto('/articles/sample-library-roof-vote');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('search')).toBeHidden();
  await page.goto('/events/sample-library-book-sale');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const hidden of [
    '.button',
    'button',
    'a[href*=".ics"]',
    'a[href^="webcal:"]',
    'a[href*="calendar"]',
    '.item-id',
  ])
    for (const one of await page.locator(hidden).all()) await expect(one).toBeHidden();
});

test('a reader pages through the news and back with links only', async ({ page }) => {
  await page.goto('/news');
  const titles = () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
  const first = await titles();
  const next = page.getByRole('link', { name: 'Next' });
  let pages = 1;
  while (pages < 4) {
    await next.click();
    pages++;
    await expect(page.getByText(`Page ${pages}`, { exact: true })).toBeVisible();
    await untilQuiet(page);
  }
  while (pages > 1) {
    await page.getByRole('link', { name: 'Previous' }).click();
    pages--;
    await expect(page.getByText(`Page ${pages}`, { exact: true })).toBeVisible();
  }
  await expect.poll(titles).toEqual(first);
});

test("a reader's theme is kept on the next page", async ({ page }) => {
  await page.goto('/articles');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(paper).not.toBe(light);
  await page.goto('/events');
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true');
});

test('the first Tab stop skips to the content', async ({ page }) => {
  await page.goto('/articles');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to main content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the calendar file of an event can be downloaded', async ({ page }) => {
  await page.goto('/events');
  const download = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /^Add to calendar/ })
    .first()
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);
});
