import type { Page, Response } from '@playwright/test';
import { expect, signInAsAdministrator, test } from '../journey.ts';
import { readRouteAddresses } from '../route-addresses.ts';

test.use({ onlyReads: true });

// All pages are opened, which takes time on a small machine.
test.slow();

/** Not opened: leaving would end the visit. */
const left = ['/logout'];

const ids: Record<string, string> = {};

test('No page of the site violates its content security policy, or loads anything from elsewhere (R-23)', async ({
  page,
  site,
}) => {
  for (const name of ['articles', 'news', 'events', 'polls', 'businesses']) {
    const answer = (await (await page.request.get(`/api/v1/${name}?limit=1`)).json()) as {
      items: { id: string }[];
    };
    ids[name] = answer.items[0]?.id ?? '';
  }
  const incidents = await watchPolicy(page, site.url);
  // Visitors are redirected from the others.
  const asVisitor = await visitAll(page, (address) => !/^\/(admin|account)\b/.test(address));
  await signInAsAdministrator(page);
  const asAdministrator = await visitAll(page, () => true);
  expect(incidents).toEqual([]);
  expect(asVisitor).toBeGreaterThan(20);
  expect(asAdministrator).toBeGreaterThan(35);
});

/** Records policy violations in the browser, and requests to other sites except pictures of articles. */
async function watchPolicy(page: Page, origin: string): Promise<string[]> {
  const incidents: string[] = [];
  await page.exposeFunction('noteViolation', (what: string) => incidents.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { noteViolation } = window as unknown as { noteViolation: (what: string) => void };
      noteViolation(`${location.pathname}: ${violatedDirective} ${blockedURI}`);
    });
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && request.resourceType() !== 'image')
      incidents.push(`${request.resourceType()} ${request.url()}`);
  });
  return incidents;
}

/** Opens the page of every chosen route that shows one, and returns how many there were. */
async function visitAll(page: Page, isChosen: (address: string) => boolean): Promise<number> {
  let pages = 0;
  for (const address of readRouteAddresses()) {
    // The browser shows other content with its own style, which our policy refuses.
    if (
      !isChosen(address) ||
      left.includes(address) ||
      address.startsWith('/api/') ||
      /\.(ics|xml|png)$/.test(address)
    )
      continue;
    const name = /^\/(?:admin\/)?(\w+)\/i1$/.exec(address)?.[1] ?? '';
    const path = ids[name] ? address.replace('i1', ids[name]) : address;
    const answer = await open(page, path);
    if (answer?.headers()['content-type']?.startsWith('text/html')) pages++;
  }
  return pages;
}

/** Undefined for files, which are downloaded. */
async function open(page: Page, path: string): Promise<Response | undefined> {
  try {
    return (await page.goto(path)) ?? undefined;
  } catch (error) {
    const { message } = error as Error;
    if (/Download is starting|ERR_ABORTED/.test(message)) return undefined;
    // The page before it leads on to another one by script.
    if (!/interrupted by another navigation/.test(message)) throw error;
    await page.waitForLoadState();
    return open(page, path);
  }
}
