/** Uploading, reading, changing and deleting pictures with the API (product contract section 6). */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import {
  animatedGif,
  claimingPng,
  drawPicture,
  gifWithComment,
  gifWithXmp,
  jpegWithComment,
  noise,
  photographWithLocation,
  pictureFile,
  pngWithText,
  uploadPicture,
} from '../../../tests/pictures.ts';
import { someOf } from '../../../tests/rounds.ts';

type Json = Record<string, unknown> & { id: string; url: string };

async function upload(
  site: TestSite,
  ...rest: Parameters<typeof uploadPicture> extends [unknown, ...infer Rest] ? Rest : never
) {
  const response = await uploadPicture(site, ...rest);
  return { status: response.status, json: (await response.json()) as Json, headers: response.headers };
}

async function call(site: TestSite, method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { ...(await site.asAdmin()), Origin: site.origin, 'Content-Type': 'application/json' };
  return site.fetch(`/api/v1/pictures${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

/** Everything in the folder of pictures, by name. */
function filesOf(site: TestSite): string[] {
  const folder = join(site.services.settings.dataFolder, 'media');
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.includes('.'));
}

test('an uploaded picture is in the library with its words, and the same file again gives the same picture', async () => {
  await using site = await openSite();
  const file = await pictureFile('jpeg', 1000, 75);
  const fields = { alt: 'The green in snow', caption: 'First snow', credit: 'Ruth Abelard' };
  const first = await upload(site, file, { name: '../../etc/pass\u0007wd.jpg', fields });
  expect(first.status).toBe(201);
  expect(first.json).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    url: `${site.origin}/media/${first.json.id}-1000.jpeg`,
    name: 'passwd.jpg',
    width: 1000,
    height: 75,
    ...fields,
    decorative: false,
    focalPoint: 5,
    createdAt: '2026-11-20T22:00:00.000Z',
    usedBy: [],
  });
  expect(first.headers.get('Location')).toBe(`/api/v1/pictures/${first.json.id}`);
  const again = await upload(site, file, { name: 'other.jpg', fields: { alt: 'Something else' } });
  expect([again.status, again.json]).toEqual([200, first.json]);
  const [one, other] = await Promise.all([
    upload(site, await pictureFile('png')),
    upload(site, await pictureFile('png')),
  ]);
  expect([one.status, other.status].sort()).toEqual([200, 201]);
  expect(one.json.id).toBe(other.json.id);
});

test('every width up to 1920 is stored as AVIF, WebP and JPEG, never enlarged, and nothing else is left', async () => {
  await using site = await openSite();
  const { json } = await upload(site, await pictureFile('webp', 1000, 50));
  const widths = [320, 640, 960, 1000];
  const names = widths.flatMap((width) =>
    ['avif', 'jpeg', 'webp'].map((format) => `${json.id}-${width}.${format}`),
  );
  expect(
    filesOf(site)
      .map((name) => name.slice(3))
      .sort(),
  ).toEqual(names.sort());
  for (const name of names) {
    const response = await site.fetch(`/media/${name}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const [, width, format = ''] = /-(\d+)\.(\w+)$/.exec(name) ?? [];
    const read = await sharp(bytes).metadata();
    expect([response.headers.get('Content-Type'), read.width, read.height]).toEqual([
      `image/${format}`,
      Number(width),
      Number(width) / 20,
    ]);
    expect(read.format).toBe(format === 'avif' ? 'heif' : format);
  }
  const small = await upload(site, await pictureFile('gif', 40, 30));
  expect(small.json.url).toContain(`${small.json.id}-40.jpeg`);
});

test('R-44 every type is rotated as its camera was, and keeps neither place nor camera nor name', async () => {
  await using site = await openSite();
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const file = await photographWithLocation(format);
    expect(file.includes('SECRETCAMERA'), format).toBe(true);
    const { status, json } = await upload(site, file);
    expect([format, status, json.width, json.height]).toEqual([format, 201, 300, 400]);
    for (const made of ['avif', 'webp', 'jpeg']) {
      const bytes = Buffer.from(await (await site.fetch(`/media/${json.id}-300.${made}`)).arrayBuffer());
      const read = await sharp(bytes).metadata();
      const found = [read.exif, read.xmp, read.iptc, read.orientation].filter(Boolean);
      expect([format, made, found, bytes.includes('SECRET')]).toEqual([format, made, [], false]);
      // Turned clockwise, what was left is above.
      const top = await sharp(bytes).extract({ left: 150, top: 20, width: 1, height: 1 }).raw().toBuffer();
      expect([format, made, (top[0] ?? 0) > 200]).toEqual([format, made, true]);
    }
  }
});

test('R-44 a comment with a place is removed from a GIF', async () => {
  await using site = await openSite();
  const { status, json } = await upload(
    site,
    gifWithComment(await pictureFile('gif'), 'SECRETPLACE 44.25 N'),
  );
  expect(status).toBe(201);
  for (const made of ['avif', 'webp', 'jpeg']) {
    const bytes = Buffer.from(await (await site.fetch(`/media/${json.id}-320.${made}`)).arrayBuffer());
    expect([made, bytes.length > 100, bytes.includes('SECRET')]).toEqual([made, true, false]);
  }
});

test('R-44 the place in the XMP of a GIF, and what follows its end, are removed', async () => {
  await using site = await openSite();
  const gif = gifWithXmp(await pictureFile('gif'), '<exif:GPSLatitude>44,15N SECRET</exif:GPSLatitude>');
  const { status, json } = await upload(site, Buffer.concat([gif, Buffer.from('\0SECRET trailing bytes')]));
  expect(status).toBe(201);
  for (const made of ['avif', 'webp', 'jpeg']) {
    const bytes = Buffer.from(await (await site.fetch(`/media/${json.id}-320.${made}`)).arrayBuffer());
    expect([made, bytes.length > 100, bytes.includes('SECRET')]).toEqual([made, true, false]);
  }
});

test('R-44 of a file that is a picture and a program only the picture is left', async () => {
  await using site = await openSite();
  const script = '<script>alert(1)</script><?php system($_GET[0]); ?>';
  const [jpeg, png, gif, webp, avif] = await Promise.all(
    (['jpeg', 'png', 'gif', 'webp', 'avif'] as const).map((format) => pictureFile(format)),
  );
  const polyglots: [string, Buffer][] = [
    ['page.html', Buffer.concat([jpeg as Buffer, Buffer.from(script)])],
    ['comment.jpg.php', jpegWithComment(jpeg as Buffer, script)],
    ['a.php', pngWithText(png as Buffer, script)],
    ['b.php', Buffer.concat([png as Buffer, Buffer.from(script)])],
    ['c.js', gifWithComment(gif as Buffer, `*/=alert(1)//${script}`)],
    ['d.js', Buffer.concat([gif as Buffer, Buffer.from(`=1;alert(1)//${script}`)])],
    ['e.webp', Buffer.concat([webp as Buffer, Buffer.from(script)])],
    ['f.avif', Buffer.concat([avif as Buffer, Buffer.from(script)])],
  ];
  for (const [name, file] of someOf(import.meta.url, polyglots, 0, 2)) {
    const { status, json } = await upload(site, file, { name });
    expect([name, status]).toEqual([name, 201]);
    for (const made of ['avif', 'webp', 'jpeg']) {
      const response = await site.fetch(`/media/${json.id}-320.${made}`);
      const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
      expect([name, made, response.headers.get('Content-Type'), text.length > 100]).toEqual([
        name,
        made,
        `image/${made}`,
        true,
      ]);
      expect([name, made, /alert|php|script/i.test(text)]).toEqual([name, made, false]);
    }
  }
  expect(filesOf(site).every((name) => /^..\/[0-9a-f]{32}-\d+\.(avif|webp|jpeg)$/.test(name))).toBe(true);
});

test('R-45 half of a file is refused, whatever its type', async () => {
  await using site = await openSite();
  for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
    const whole = await noise(format);
    const found = await upload(site, whole.subarray(0, whole.length / 2), { name: `half.${format}` });
    expect([format, found.status]).toEqual([format, 422]);
  }
  expect(filesOf(site)).toEqual([]);
});

test('R-44 what is not a picture is refused by its content, whatever its name says', async () => {
  await using site = await openSite();
  const tiff = await drawPicture(20, 20).tiff().toBuffer();
  const others: Record<string, Buffer> = {
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    pdf: Buffer.from('%PDF-1.7\n'),
    tiff,
    empty: Buffer.alloc(0),
    heic: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  };
  for (const [kind, file] of Object.entries(others)) {
    const { status, json } = await upload(site, file, { name: 'photo.jpg' });
    expect([kind, status]).toEqual([kind, 415]);
    expect(JSON.stringify(json), kind).toContain(kind === 'heic' ? 'Most Compatible' : 'not a picture');
  }
});

test('R-45 damaged files and files that would need too much are refused before they are decoded', async () => {
  await using site = await openSite();
  const whole = await pictureFile('jpeg', 1200, 900);
  const refused: [string, Buffer, number, string][] = [
    ['101 frames', animatedGif(101), 422, 'too many frames'],
    ['half of a JPEG', whole.subarray(0, whole.length / 2), 422, 'damaged or incomplete'],
    [
      'a JPEG in name only',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500)]),
      422,
      'damaged',
    ],
    ['40,000 by 40,000', claimingPng(40_000, 40_000), 422, 'too many pixels'],
    ['14,000 by 10', claimingPng(14_000, 10), 422, 'too many pixels'],
    ['10,000 by 10,000', claimingPng(10_000, 10_000), 422, 'too many pixels'],
    [
      '20 MiB and a byte',
      Buffer.concat([whole, Buffer.alloc(20 * 1024 * 1024 + 1 - whole.length)]),
      413,
      '20 MiB',
    ],
  ];
  for (const [what, file, status, words] of refused) {
    const found = await upload(site, file);
    expect([what, found.status]).toEqual([what, status]);
    expect(JSON.stringify(found.json), what).toContain(words);
  }
  expect((await upload(site, animatedGif(100))).status).toBe(201);
  expect((await upload(site, Buffer.alloc(22 * 1024 * 1024))).status).toBe(413);
  expect(filesOf(site)).toHaveLength(3);
});

test('a picture is found, changed and listed; what is missing or invalid is named', async () => {
  await using site = await openSite();
  const { json } = await upload(site, await pictureFile(), { name: 'bridge.jpg' });
  expect([json.alt, json.decorative]).toEqual([null, false]);
  const other = await upload(site, await pictureFile('png', 50, 50), {
    fields: { alt: 'A horse', focalPoint: '3' },
  });
  const list = async (query: string) => {
    const { items } = (await (await call(site, 'GET', query)).json()) as { items: Json[] };
    return items.map(({ id }) => id);
  };
  expect((await list('')).sort()).toEqual([json.id, other.json.id].sort());
  expect(await list('?q=BRIDGE')).toEqual([json.id]);
  expect(await list('?q=horse')).toEqual([other.json.id]);
  expect(await list('?q=%25')).toEqual([]);
  expect(await list('?show=missing')).toEqual([json.id]);
  expect((await call(site, 'GET', '?limit=0')).status).toBe(400);
  const path = `/${json.id}`;
  const decorative = (await (await call(site, 'PATCH', path, { decorative: true })).json()) as Json;
  expect([decorative.alt, decorative.decorative]).toEqual([null, true]);
  const told = (await (await call(site, 'PATCH', path, { alt: 'The bridge', focalPoint: 2 })).json()) as Json;
  expect([told.alt, told.decorative, told.focalPoint]).toEqual(['The bridge', false, 2]);
  expect((await call(site, 'PATCH', path, { focalPoint: 10 })).status).toBe(422);
  expect((await call(site, 'PATCH', path, { colour: 'red' })).status).toBe(400);
  expect((await call(site, 'PATCH', path, { alt: 'x', decorative: true })).status).toBe(422);
  expect(await (await call(site, 'GET', path)).json()).toEqual(told);
  expect((await call(site, 'GET', '/00000000000000000000000000000000')).status).toBe(404);
  expect((await call(site, 'PUT', path, {})).status).toBe(405);
});

test('R-18 only the administrator and tokens that can write use the library', async () => {
  await using site = await openSite();
  const bearer = async (scope: 'read' | 'write') => {
    const text = await createApiToken(site.write, { name: scope, scope, days: 1 }, site.services.now());
    return { Authorization: `Bearer ${text}` };
  };
  const file = await pictureFile();
  const attempts: [string, Record<string, string>, number][] = [
    ['visitor', {}, 401],
    ['member', { ...(await site.asMember()), Origin: site.origin }, 403],
    ['reading token', await bearer('read'), 403],
    ['invalid token', { Authorization: 'Bearer blf_x' }, 401],
    ['writing token', await bearer('write'), 201],
  ];
  for (const [who, headers, status] of attempts) {
    const response = await uploadPicture(site, file, { headers });
    expect([who, response.status]).toEqual([who, status]);
  }
  for (const [who, headers, status] of attempts.slice(0, 3))
    expect([who, (await site.fetch('/api/v1/pictures', { headers })).status]).toEqual([who, status]);
});

test('an upload without a file, with two files or with broken multipart is refused', async () => {
  await using site = await openSite();
  const headers = { ...(await site.asAdmin()), Origin: site.origin };
  const send = (body: BodyInit, type?: string) =>
    site.fetch('/api/v1/pictures', {
      method: 'POST',
      body,
      headers: { ...headers, ...(type ? { 'Content-Type': type } : {}) },
    });
  const none = new FormData();
  none.append('alt', 'x');
  expect((await send(none)).status).toBe(422);
  const wrongField = new FormData();
  wrongField.append('picture', new File([new Uint8Array(await pictureFile())], 'a.jpg'));
  expect((await send(wrongField)).status).toBe(422);
  expect((await send('{}', 'application/json')).status).toBe(415);
  expect(
    (
      await send(
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
        'multipart/form-data; boundary=x',
      )
    ).status,
  ).toBe(400);
  const unknown = new FormData();
  unknown.append('colour', 'red');
  expect((await send(unknown)).status).toBe(400);
  expect(filesOf(site)).toEqual([]);
});

test('a deleted picture is no longer served, and its files are deleted after an hour', async () => {
  let now = Date.parse('2026-11-20T22:00:00Z');
  await using site = await openSite({ now: () => now });
  const { json } = await upload(site, await pictureFile());
  const path = new URL(json.url).pathname;
  expect((await site.fetch(path)).status).toBe(200);
  expect((await call(site, 'DELETE', `/${json.id}`)).status).toBe(204);
  expect((await site.fetch(path)).status).toBe(404);
  expect((await call(site, 'DELETE', `/${json.id}`)).status).toBe(404);
  expect(filesOf(site)).not.toEqual([]);
  now = Date.now() + 2 * 60 * 60 * 1000;
  const { sweepFiles } = await import('#app/platform/media/remove-picture.server.ts');
  await sweepFiles(site.write, site.services.media.files, now);
  expect(filesOf(site)).toEqual([]);
});
