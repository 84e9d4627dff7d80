import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import type { Bench, Target } from '../bench.ts';
import { withBrowser } from '../browser.ts';
import { figureOf } from '../figures.ts';
import { atMost, formatNumber, type Row, row } from '../report.ts';
import { signIn } from '../sign-in.ts';

const KB = 1024;
const MOST_HTML_KB = 12;
const MOST_FIRST_KB = 14;
const MOST_REQUESTS = 4;
const MOST_SCRIPT_KB = 110;
/** Smaller shifts are invisible. */
export const MOST_SHIFT = 0.001;

/** What a first visit loads in a real browser, in bytes on the wire. */
export const firstView: Target = {
  name: 'view',
  title: 'First view in Chromium: bytes and requests',
  async run(bench) {
    return withBrowser(async (browser) => {
      const reading = await viewAll(bench, browser, readingPages(bench));
      const hydrated = await viewAll(bench, browser, hydratedPages());
      return [...readingRows(reading), ...hydratedRows(hydrated)];
    });
  },
};

function readingPages({ town }: Bench): Pages {
  return {
    'article list': '/articles',
    article: `/articles/${town.articleIds[0]}`,
    events: '/events',
    businesses: '/businesses',
    poll: `/polls/${town.pollId}`,
    about: '/about',
  };
}

function hydratedPages(): Pages {
  return { login: '/login', 'admin list': '/admin/articles', 'form with an editor': '/admin/articles/add' };
}

/** Addresses by what they show. */
type Pages = Record<string, string>;

/** Bytes by type, and the number of requests without images. */
type View = { what: string; requests: number; html: number; css: number; script: number; shift: number };

async function viewAll(bench: Bench, browser: Browser, pages: Pages): Promise<View[]> {
  const views: View[] = [];
  for (const [what, path] of Object.entries(pages)) {
    views.push({ ...(await view(bench, browser, path, path.startsWith('/admin'))), what });
  }
  return views;
}

function readingRows(views: readonly View[]): Row[] {
  return [
    worstRow('HTML', views, ({ html }) => html / KB, { most: MOST_HTML_KB, unit: 'KB' }),
    worstRow('HTML and CSS', views, ({ html, css }) => (html + css) / KB, {
      most: MOST_FIRST_KB,
      unit: 'KB',
    }),
    worstRow('script', views, ({ script }) => script, { most: 0, unit: 'bytes' }),
    worstRow('requests without images', views, ({ requests }) => requests, { most: MOST_REQUESTS, unit: '' }),
    worstRow('layout shift', views, ({ shift }) => shift, { most: MOST_SHIFT, unit: '' }),
  ];
}

/** The editor is loaded only where text is edited, and has no goal. */
function hydratedRows(views: readonly View[]): Row[] {
  return views.map(({ what, script }) => {
    const goal = what.includes('editor')
      ? undefined
      : atMost(script / KB, MOST_SCRIPT_KB, `${MOST_SCRIPT_KB} KB`);
    return row(`${what}: script`, { ours: figureOf([script / KB], 'KB') }, goal);
  });
}

/** One row for all pages, judged by the worst of them. */
export function worstRow<One extends { what: string }>(
  what: string,
  pages: readonly One[],
  measureOf: (page: One) => number,
  { most, unit }: { most: number; unit: string },
): Row {
  const ours = figureOf(pages.map(measureOf), unit);
  const note = pages.map((page) => `${page.what} ${formatNumber(measureOf(page))}`).join(', ');
  return row(
    `${what}, of ${pages.length} pages`,
    { ours, note },
    atMost(ours.max, most, `${most} ${unit}`.trim()),
  );
}

async function view(
  { site, say }: Bench,
  browser: Browser,
  path: string,
  signedIn: boolean,
): Promise<Omit<View, 'what'>> {
  say(`view: ${path}`);
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  if (signedIn) await addCookies(context, site.url, await signIn(site));
  const page = await context.newPage();
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  await observeShift(page);
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  const shift = Number(await page.evaluate('globalThis.shift ?? 0'));
  const found = { requests: 0, html: 0, css: 0, script: 0, shift };
  for (const request of finished) await add(found, request);
  await context.close();
  return found;
}

async function add(found: Omit<View, 'what'>, request: Request): Promise<void> {
  const kind = request.resourceType();
  const { responseBodySize } = await request.sizes();
  if (!(await isImage(request))) found.requests++;
  if (kind === 'document') found.html += responseBodySize;
  if (kind === 'stylesheet') found.css += responseBodySize;
  if (kind === 'script') found.script += responseBodySize;
}

/** The browser does not count the site's icon as an image. */
async function isImage(request: Request): Promise<boolean> {
  const response = await request.response();
  return (
    request.resourceType() === 'image' || Boolean(response?.headers()['content-type']?.startsWith('image/'))
  );
}

async function addCookies(context: BrowserContext, url: string, cookies: string): Promise<void> {
  await context.addCookies(
    cookies.split('; ').map((cookie) => {
      const at = cookie.indexOf('=');
      return { url, name: cookie.slice(0, at), value: cookie.slice(at + 1) };
    }),
  );
}

function observeShift(page: Page): Promise<unknown> {
  return page.addInitScript(`
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}
