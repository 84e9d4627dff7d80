import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { buildIfStale } from '../../scripts/build-if-stale.mjs';
import { type BuiltSite, openBuiltSite } from '../../tests/built-site.ts';
import { longTest } from '../../tests/long-test.ts';
import { listDifferences } from '../../tests/seed-picture.ts';
import { ADMIN, seedAdministrator } from '../../tests/seeded-people.ts';
import { until } from '../../tests/until.ts';
import { openServices } from '../open-services.ts';

await buildIfStale();

const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
const TAIL = '\r\n--x--\r\n';

type Target = { path: string; headers: Record<string, string> };

/** An upload of which `sent` bytes go out; the others never do. */
function begin(site: BuiltSite, target: Target, file: Buffer, sent: number) {
  const { hostname, port } = new URL(site.url);
  const headers = {
    ...target.headers,
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': HEAD.length + file.length + TAIL.length,
  };
  const upload = request({ hostname, port, path: target.path, method: 'POST', headers });
  const status = new Promise<number>((resolve) => {
    upload.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    upload.on('error', () => resolve(0));
  });
  upload.write(HEAD);
  upload.write(file.subarray(0, sent));
  if (sent === file.length) upload.end(TAIL);
  return status;
}

/** What unfinished uploads have on the disk. */
async function unfinished(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'media'), { recursive: true }).catch(() => []);
  return names.filter((name) => name.startsWith('.work-') && name.includes('/'));
}

longTest('F10 kill -9 while a picture or the file of an import arrives, or a picture is encoded, leaves nothing of it after the next start, and the next try works', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-killed-'));
  await copyFile(inject('templates').sqliteFile, join(dataFolder, 'belfry.db'));
  const settings = readSettings({ BELFRY_DATA: dataFolder, LOG_LEVEL: 'silent' });
  const open = await openServices(settings, Date.now);
  const name = { name: 'upload', scope: 'write' as const, days: 1 };
  const token = await createApiToken(open.services.write, name, Date.now());
  const cookie = await seedAdministrator(open.services.write, ADMIN, { url: settings.url, now: Date.now() });
  await open.close();
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const create = { width: 3000, height: 2000, channels: 3 as const, background: '#808080', noise };
  const file = await sharp({ create }).jpeg({ quality: 95 }).toBuffer();
  const start = () => openBuiltSite({ dataFolder, environment: { BELFRY_DEMO: '0' } });
  const library: Target = { path: '/api/v1/pictures', headers: { Authorization: `Bearer ${token}` } };
  const moveIn: Target = {
    path: '/admin/move-in',
    headers: { Cookie: `${cookie.name}=${cookie.value}`, 'Sec-Fetch-Site': 'same-origin' },
  };
  const isReceiving = (names: string[]) => names.some((each) => each.endsWith('/upload-1'));
  const moments: [Target, number, (names: string[]) => boolean][] = [
    [library, file.length / 2, isReceiving],
    [library, file.length, (names) => names.some((each) => each.endsWith('.avif'))],
    [moveIn, file.length / 2, isReceiving],
  ];
  for (const [target, sent, isReached] of moments) {
    const site = await start();
    const status = begin(site, target, file, Math.floor(sent));
    await until('the upload is on the disk', async () => isReached(await unfinished(dataFolder)));
    process.kill(site.pid, 'SIGKILL');
    expect(await status).toBe(0);
    await site.stop();
  }
  const site = await start();
  expect(await unfinished(dataFolder)).toEqual([]);
  expect(await begin(site, library, file, file.length)).toBe(201);
  await site.stop();
  const after = await openServices(settings, Date.now);
  expect(await listDifferences(after.services.write, after.services.media.files)).toEqual([]);
  await after.close();
  await rm(dataFolder, { recursive: true });
}, ['app/platform/media', 'app/pictures', 'app/moving/import']);
