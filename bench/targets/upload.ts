import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { listChildren } from '../../tests/process-tree.ts';
import type { Bench, Target } from '../bench.ts';
import { readMemory } from '../children.ts';
import { type Figure, figureOf, medianOf } from '../figures.ts';
import { asker } from '../one-request.ts';
import { type OurSite, openOurSite } from '../our-site.ts';
import { openLargestPhoto } from '../photos.ts';
import { atMost, type Row, row } from '../report.ts';
import { signIn } from '../sign-in.ts';

const MOST_MORE_MB = 60;
const MOST_DECODING_MB = 200;
const LOOK_MS = 5;
const IN_A_ROW = 8;

/** The memory that the largest picture takes: of the site's process, and of the one that decodes pictures. */
export const upload: Target = {
  name: 'upload',
  title: 'Memory during uploads of JPEG files of 20 MiB and 40 megapixels',
  async run(bench) {
    const site = await openOurSite(bench.town.copyFolder(), { environment: bench.environment });
    try {
      return await measureUploads(bench, site);
    } finally {
      await site.stop();
    }
  },
};

async function measureUploads({ options, say }: Bench, site: OurSite): Promise<Row[]> {
  const photo = await openLargestPhoto();
  const cookie = await signIn(site);
  const send = { api: '/api/v1/pictures', form: '/admin/pictures' };
  // What the first upload compiles and keeps is not what an upload takes.
  await measureOne(site, cookie, send.api, await sharp(photo).resize(1200).jpeg().toBuffer());
  const found: Record<keyof typeof send, Used[]> = { api: [], form: [] };
  for (let round = 1; round <= options.rounds; round++)
    for (const way of ['api', 'form'] as const) {
      say(`upload: ${way}, round ${round}`);
      found[way].push(await measureOne(site, cookie, send[way], photo));
    }
  say(`upload: ${IN_A_ROW} in a row`);
  const after: number[] = [];
  for (let turn = 0; turn < IN_A_ROW; turn++) {
    await measureOne(site, cookie, send.api, photo);
    after.push(readMemory(site.pid)?.now ?? Number.NaN);
  }
  const decoding = [...found.api, ...found.form].map((used) => used.decoding);
  const later = figureOf(
    after.slice(1).map((now) => now - (after[0] ?? now)),
    'MB',
  );
  return [
    moreRow('the site’s process, through the API', found.api),
    moreRow('the site’s process, through the form', found.form),
    row(
      `the site’s process after each of ${IN_A_ROW} in a row, compared with after the first`,
      { ours: later },
      atMost(medianOf(after.slice(-3)) - (after[0] ?? 0), MOST_MORE_MB, `${MOST_MORE_MB} MB`),
    ),
    row(
      'the process that decodes pictures, in all',
      { ours: figureOf(decoding, 'MB') },
      atMost(Math.max(...decoding), MOST_DECODING_MB, `${MOST_DECODING_MB} MB`),
    ),
    row('an upload, until it is in the library', { ours: secondsOf([...found.api, ...found.form]) }),
  ];
}

/** In MB: how much more the site's process used at most than before, and how much the decoding one used at most. */
type Used = { more: number; decoding: number; seconds: number };

function moreRow(what: string, used: Used[]): Row {
  const ours = figureOf(
    used.map(({ more }) => more),
    'MB more',
  );
  return row(what, { ours }, atMost(ours.max, MOST_MORE_MB, `${MOST_MORE_MB} MB more`));
}

function secondsOf(used: Used[]): Figure {
  return figureOf(
    used.map(({ seconds }) => seconds),
    's',
  );
}

async function measureOne(site: OurSite, cookie: string, path: string, photo: Buffer): Promise<Used> {
  const before = readMemory(site.pid)?.now ?? Number.NaN;
  forgetPeak(site.pid);
  let decoding = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      for (const child of listChildren(site.pid)) decoding = Math.max(decoding, readMemory(child)?.most ?? 0);
      await wait(LOOK_MS);
    }
  })();
  const startedAt = performance.now();
  const status = await sendFile(site, cookie, path, photo);
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  await looking;
  if (status !== (path.startsWith('/api') ? 201 : 303)) throw new Error(`an upload returned ${status}`);
  return { more: (readMemory(site.pid)?.most ?? Number.NaN) - before, decoding, seconds };
}

/** From now on the peak is that since now. */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The bytes after a JPEG's end make each a picture of its own. */
async function sendFile(site: OurSite, cookie: string, path: string, photo: Buffer): Promise<number> {
  const boundary = `b${randomBytes(8).toString('hex')}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(head),
    photo,
    randomBytes(16),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = {
    cookie,
    origin: site.url,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(body.length),
  };
  return (await asker(site)(path, { method: 'POST', headers, body })).status;
}
