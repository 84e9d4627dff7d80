import type { Page } from '@playwright/test';
import { expect, longTest, test } from '../journey.ts';
import { untilQuiet } from '../until-quiet.ts';

test.use({ share: 'reading', reducedMotion: 'no-preference' });

// About thirty pages are opened, each with an empty cache.
test.slow();

async function firstDetail(page: Page, list: string): Promise<string> {
  await page.goto(list);
  const link = page.locator(`main a[href^="${list}/"]:not([href$=".ics"])`).first();
  return (await link.getAttribute('href')) ?? list;
}

/** Sums up movements without user input (web.dev, Cumulative Layout Shift). */
function watchShifts() {
  const shifts = { sum: 0 };
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) shifts.sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the browser: those further down may load when they are scrolled to. */
function areShownPicturesLoaded(): boolean {
  const shown = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
  return shown.every(({ complete }) => complete);
}

/** The typefaces that the text of an element is set in, and whether they came over the network. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName, isCustomFont }) => `${familyName}${isCustomFont ? '' : ' of the system'}`);
}

for (const [fonts, delayMs] of [
  ['at once', 0],
  ['late', 700],
] as const) {
  longTest(
    `nothing moves while a page loads its fonts, which arrive ${fonts}`,
    async ({ browser, page, baseURL }) => {
      const details = [await firstDetail(page, '/articles'), await firstDetail(page, '/polls')];
      for (const width of [390, 1280]) {
        for (const path of ['/articles', '/events', '/login', ...details]) {
          // A visitor with empty caches.
          const context = await browser.newContext({
            baseURL: `${baseURL}`,
            viewport: { width, height: 900 },
          });
          const fresh = await context.newPage();
          await fresh.addInitScript(watchShifts);
          if (delayMs > 0)
            await fresh.route(/\.woff2$/, async (route) => {
              await new Promise((resolve) => setTimeout(resolve, delayMs));
              await route.continue();
            });
          await fresh.goto(path);
          await untilQuiet(fresh);
          expect(await fontsOf(fresh, '.brand span'), path).toEqual([expect.stringMatching(/^Newsreader/)]);
          expect(await fontsOf(fresh, '.nav a'), path).toEqual([expect.stringMatching(/^Public Sans/)]);
          await fresh.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
          await fresh.waitForFunction(areShownPicturesLoaded);
          const moved = await fresh.evaluate(
            () => (window as unknown as { shifts: { sum: number } }).shifts.sum,
          );
          expect(moved, `${path} at ${width} px`).toBeLessThan(0.001);
          await context.close();
        }
      }
    },
  );
}

test('the headline font is requested before the stylesheet that names it has been parsed', async ({
  page,
}) => {
  await page.goto('/articles');
  const preloaded = page.locator('link[rel=preload][as=font]');
  await expect(preloaded).toHaveCount(1);
  await expect(preloaded).toHaveAttribute('href', /newsreader-latin-wght-normal-[^/]+\.woff2$/);
});

test('a reading page takes four requests, including the print style, not counting pictures and prefetching', async ({
  page,
}) => {
  for (const path of ['/articles', '/events', '/polls', '/about']) {
    const asked: string[] = [];
    const note = (request: { resourceType: () => string; url: () => string }) => {
      if (!/image|other/.test(request.resourceType())) asked.push(request.resourceType());
    };
    page.on('request', note);
    await page.goto(path, { waitUntil: 'networkidle' });
    page.off('request', note);
    expect(asked.toSorted(), path).toEqual(['document', 'font', 'font', 'stylesheet']);
  }
});

test('only reading pages are prefetched, while the pointer is on their link', async ({ page }) => {
  const fetched = new Map<string, string>();
  const arrived: string[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const isPrefetch = request.headers['Sec-Purpose']?.includes('prefetch');
    if (isPrefetch) fetched.set(requestId, new URL(request.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId }) => {
    arrived.push(...[fetched.get(requestId) ?? []].flat());
  });
  await page.goto('/articles');
  await page.getByRole('link', { name: 'Login' }).hover();
  await page.getByRole('link', { name: 'Events', exact: true }).hover();
  // If the page has not arrived at the click, Chromium may request it again.
  await expect.poll(() => arrived).toEqual(['/events']);
  expect([...fetched.values()]).toEqual(['/events']);
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
  const delivery = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return (entry as PerformanceNavigationTiming & { deliveryType: string }).deliveryType;
  });
  expect(delivery).toBe('navigational-prefetch');
});

test('pages fade into each other, except with reduced motion', async ({ page }) => {
  const transitions = () =>
    page.evaluate(() => {
      const found: string[] = [];
      for (const rule of document.styleSheets[0]?.cssRules ?? [])
        if (rule instanceof CSSMediaRule && rule.cssText.includes('@view-transition'))
          found.push(`${rule.conditionText} ${matchMedia(rule.conditionText).matches}`);
      return found;
    });
  await page.goto('/articles');
  expect(await transitions()).toEqual(['(prefers-reduced-motion: no-preference) true']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await transitions()).toEqual(['(prefers-reduced-motion: no-preference) false']);
});
