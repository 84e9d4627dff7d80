import { randomBytes } from 'node:crypto';
import type { Browser } from '@playwright/test';
import type { Bench, Target } from '../bench.ts';
import { withBrowser } from '../browser.ts';
import { type Figure, figureOf } from '../figures.ts';
import { runLighthouse } from '../lighthouse/run-lighthouse.ts';
import { asker } from '../one-request.ts';
import { openPhonePhoto } from '../photos.ts';
import { atMost, type Row, row } from '../report.ts';
import { signIn } from '../sign-in.ts';

const MOST_LCP_S = 1.5;
/** Lighthouse's slow network, in ms and bytes per second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };

/** When a phone on a slow network shows the photo of an article. */
export const photo: Target = {
  name: 'photo',
  title: 'An article with a photo of 4 MB, on a phone with a slow network',
  usesLighthouse: true,
  async run(bench) {
    const path = await publish(bench);
    const rows: Row[] = [];
    if (bench.options.lighthouse) rows.push(await simulated(bench, path));
    return [...rows, ...(await withBrowser((browser) => applied(bench, browser, path)))];
  },
};

/** Uploads the photo and gives it to an article. */
async function publish({ site, town, say }: Bench): Promise<string> {
  say('photo: upload');
  // Before the first request: making it takes longer than the site keeps an unused connection open.
  const file = await openPhonePhoto();
  const ask = asker(site);
  const headers = { cookie: await signIn(site), origin: site.url };
  const boundary = `b${randomBytes(8).toString('hex')}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const type = `multipart/form-data; boundary=${boundary}`;
  const uploaded = await ask('/api/v1/pictures', {
    method: 'POST',
    headers: { ...headers, 'content-type': type, 'accept-encoding': 'identity' },
    body,
  });
  if (uploaded.status >= 300) throw new Error(`the upload returned ${uploaded.status}: ${uploaded.body}`);
  const { id } = JSON.parse(uploaded.body.toString()) as { id: string };
  const article = town.articleIds[1] as string;
  const saved = await ask(`/api/v1/articles/${article}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ picture: id }),
  });
  if (saved.status !== 200) throw new Error(`the article could not be saved: ${saved.status}`);
  return `/articles/${article}`;
}

async function simulated({ site, options, say }: Bench, path: string): Promise<Row> {
  const seconds: number[] = [];
  for (let run = 0; run < (options.quick ? 1 : options.rounds); run++) {
    say(`photo: Lighthouse, ${run + 1}`);
    const { audits } = await runLighthouse(site.url + path);
    seconds.push((audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1000);
  }
  return rowOf('LCP in Lighthouse, mobile preset, simulated', seconds);
}

async function applied({ site, options, say }: Bench, browser: Browser, path: string): Promise<Row[]> {
  const found: Paint[] = [];
  for (let run = 0; run < (options.quick ? 1 : options.rounds); run++) {
    say(`photo: Chromium with the same limits, ${run + 1}`);
    found.push(await paint(browser, site.url + path));
  }
  const scripts = Math.max(...found.map(({ scripts }) => scripts));
  const [{ element = '' } = {}] = found;
  return [
    rowOf(
      `LCP in Chromium with the network and a quarter of the processor: ${element}`,
      found.map(({ seconds }) => seconds),
    ),
    row('bytes of the picture that is loaded', {
      ours: figureOf(
        found.map(({ bytes }) => bytes / 1000),
        'KB',
      ),
    }),
    // That of the buttons to share it (decision 36).
    row('scripts', { ours: figureOf([scripts], '') }, atMost(scripts, 1, '1')),
  ];
}

type Paint = { seconds: number; element: string; bytes: number; scripts: number };

async function paint(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(url, { waitUntil: 'load' });
    return await page.evaluate(
      () =>
        new Promise<Paint>((resolve) => {
          new PerformanceObserver((list) => {
            const last = list.getEntries().at(-1) as PerformanceEntry & { element?: Element; url?: string };
            const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
            resolve({
              seconds: last.startTime / 1000,
              element: last.element?.tagName.toLowerCase() ?? '',
              bytes: files.find(({ name }) => name.includes('/media/'))?.encodedBodySize ?? 0,
              scripts: document.querySelectorAll('script:not([type="application/ld+json"])').length,
            });
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
  } finally {
    await context.close();
  }
}

function rowOf(what: string, seconds: number[]): Row {
  const ours: Figure = figureOf(seconds, 's');
  return row(what, { ours }, atMost(ours.median, MOST_LCP_S, `${MOST_LCP_S} s`));
}
