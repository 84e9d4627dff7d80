/** Files of pictures as anyone gets them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSite } from '../../../tests/open-site.ts';
import { pictureFile, uploadPicture } from '../../../tests/pictures.ts';

test('R-46 a file is served for a year, to other sites too, and can neither run nor be taken for something else', async () => {
  await using site = await openSite();
  const { url } = (await (await uploadPicture(site, await pictureFile())).json()) as { url: string };
  const path = new URL(url).pathname;
  const whole = await site.fetch(path);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
  });
  const bytes = Buffer.from(await whole.arrayBuffer());
  const etag = whole.headers.get('ETag') ?? '';
  expect((await site.fetch(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  const ask = async (range: string, more: Record<string, string> = {}) => {
    const response = await site.fetch(path, { headers: { Range: range, ...more } });
    return [
      response.status,
      response.headers.get('Content-Range'),
      Buffer.from(await response.arrayBuffer()).toString('hex'),
    ];
  };
  const size = bytes.length;
  const part = (from: number, to: number) => bytes.subarray(from, to).toString('hex');
  expect(await ask('bytes=0-9')).toEqual([206, `bytes 0-9/${size}`, part(0, 10)]);
  expect(await ask('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, part(size - 5, size)]);
  expect(await ask(`bytes=${size - 2}-999999`)).toEqual([
    206,
    `bytes ${size - 2}-${size - 1}/${size}`,
    part(size - 2, size),
  ]);
  expect(await ask(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, '']);
  expect((await ask('bytes=0-1,4-5'))[0]).toBe(200);
  expect((await ask('bytes=0-9', { 'If-Range': '"other"' }))[0]).toBe(200);
  expect((await site.fetch(path, { method: 'HEAD' })).headers.get('Content-Length')).toBe(String(size));
});

test('R-46 nothing is served but the files of pictures in the library', async () => {
  await using site = await openSite();
  const { id } = (await (await uploadPicture(site, await pictureFile())).json()) as { id: string };
  const folder = join(site.services.settings.dataFolder, 'media');
  mkdirSync(join(folder, 'ab'), { recursive: true });
  writeFileSync(join(folder, 'ab', `ab${'0'.repeat(30)}-320.jpeg`), 'unknown');
  writeFileSync(join(folder, 'upload-1'), 'unfinished');
  for (const name of [
    `ab${'0'.repeat(30)}-320.jpeg`,
    `${id}-321.jpeg`,
    `${id}-320.png`,
    `${id.toUpperCase()}-320.jpeg`,
    id,
    'upload-1',
    '..%2f.lock',
    '..%2fbelfry.db',
  ])
    expect([name, (await site.fetch(`/media/${name}`)).status]).toEqual([name, 404]);
});
