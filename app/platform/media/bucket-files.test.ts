import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textSources } from '#app/collections.server.ts';
import { restoreTown } from '#app/moving/backup/restore/restore-town.server.ts';
import { takeBackup } from '#app/moving/backup/take-backup.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { uploadDocument } from '../../../tests/documents.ts';
import { withSqlite } from '../../../tests/each-database.ts';
import { longTest } from '../../../tests/long-test.ts';
import { openSite } from '../../../tests/open-site.ts';
import { environmentOf, typeCommand } from '../../../tests/operator.ts';
import { pictureFile, uploadPicture } from '../../../tests/pictures.ts';
import { openS3Store } from '../../../tests/s3-store.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { listDifferences, seedPicture } from '../../../tests/seed-picture.ts';
import { seedUsedDocuments } from '../../../tests/seed-used-documents.ts';
import { openMediaFiles } from './media.server.ts';
import type { MediaFiles } from './media-files.server.ts';
import { sweepFiles } from './remove-picture.server.ts';

const HOUR_MS = 60 * 60 * 1000;

async function fileTextOf(files: MediaFiles, name: string): Promise<string> {
  return Buffer.from((await files.read(name)) ?? []).toString() || 'missing';
}

type Json = { id: string; url: string; detail: string };

test('with MEDIA_URL pictures and documents are stored in the bucket and nowhere else, served and deleted', async () => {
  await using store = await openS3Store();
  await using site = await openSite({ environment: { MEDIA_URL: store.url } });
  const { media, settings } = site.services;
  const added = await uploadPicture(site, await pictureFile('jpeg', 700, 50));
  expect(added.status).toBe(201);
  const { id, url } = (await added.json()) as Json;
  expect(await listDifferences(site.write, media.files)).toEqual([]);
  expect(await readdir(join(settings.dataFolder, 'media'))).toEqual([]);
  const served = await site.fetch(new URL(url).pathname);
  expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
  expect(Number(served.headers.get('Content-Length'))).toBe((await served.arrayBuffer()).byteLength);
  expect((await uploadPicture(site, await pictureFile('jpeg', 700, 50))).status).toBe(200);
  const document = (await (await uploadDocument(site, Buffer.from('The minutes'))).json()) as Json;
  expect(await listDifferences(site.write, media.files)).toEqual([]);
  const file = await site.fetch(new URL(document.url).pathname, { headers: await site.asAdmin() });
  expect([file.status, await file.text()]).toEqual([200, 'The minutes']);
  expect(await readdir(join(settings.dataFolder, 'media'))).toEqual([]);

  const headers = { ...(await site.asAdmin()), Origin: site.origin };
  for (const path of [`pictures/${id}`, `documents/${document.id}`])
    expect((await site.fetch(`/api/v1/${path}`, { method: 'DELETE', headers })).status).toBe(204);
  await sweepFiles(site.write, media.files, Date.now() + 2 * HOUR_MS);
  for await (const file of media.files.list()) expect.fail(`${file.name} is still there`);
});

test('while the bucket is down, uploads are refused with the reason, and pages can be read', async () => {
  await using store = await openS3Store();
  await using site = await openSite({ environment: { MEDIA_URL: store.url } });
  const headers = { ...(await site.asAdmin()), Origin: site.origin };
  const { id, url } = (await (await uploadPicture(site, await pictureFile())).json()) as Json;
  const put = await site.fetch('/api/v1/articles/bridge', {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...sampleInputs.articles, picture: id }),
  });
  expect(put.status).toBe(201);
  await store.stop();

  const unread = await uploadDocument(site, Buffer.from('The minutes'));
  expect([unread.status, ((await unread.json()) as Json).detail]).toEqual([
    503,
    expect.stringContaining('storage for documents does not respond'),
  ]);
  const refused = await uploadPicture(site, await pictureFile('png'));
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(((await refused.json()) as Json).detail).toContain('storage for pictures does not respond');
  expect(await site.write.selectFrom('picture').select('id').execute()).toEqual([{ id }]);
  for (const path of ['/articles', '/articles/bridge', '/readyz', '/share/articles/bridge.png'])
    expect([path, (await site.fetch(path)).status]).toEqual([path, 200]);
  const picture = await site.fetch(new URL(url).pathname);
  expect([picture.status, picture.headers.get('Cache-Control')]).toEqual([503, 'no-store']);
});

longTest('pictures and documents move into a bucket and back; backups, restores and the doctor use it', async () => {
  await using store = await openS3Store();
  await withSqlite(async (t) => {
    const environment: Record<string, string> = environmentOf(t);
    const dataFolder = environment.BELFRY_DATA as string;
    const inBucket = { ...environment, MEDIA_URL: store.url };
    const { mediaBucket } = readSettings(inBucket);
    const [folder, bucket] = [openMediaFiles({ dataFolder }), openMediaFiles({ dataFolder, mediaBucket })];
    const pictures = await seedPicture(t.database.write, folder, 'mill');
    const names = [...pictures.names, ...(await seedUsedDocuments(t.database.write, folder, 0))];
    await t.database.close();
    const type = (words: string[], settings = environment) =>
      typeCommand(words, { environment: settings, now: Date.now() });

    const moved = await type(['migrate-to', store.url]);
    expect(moved).toMatchObject({ code: 0, complained: [] });
    expect(moved.printed.join('\n')).toMatch(/^Copied 6 picture files and documents.*set MEDIA_URL/s);
    for (const name of names) {
      expect(await fileTextOf(bucket, name)).toBe(await fileTextOf(folder, name));
      await folder.remove(name);
    }
    expect((await type(['doctor'], inBucket)).printed.join('\n')).toContain(
      'All files of pictures are present',
    );

    const base = { location: { dataFolder }, dataFolder, media: bucket };
    const { file, lost } = await takeBackup({ ...base, kind: 'asked', now: Date.now() });
    expect(lost).toBe(0);
    for (const name of [names[0], names[3]]) await bucket.remove(name as string);
    expect((await type(['doctor'], inBucket)).printed.join('\n')).toMatch(
      /^problem +The file of a picture .* is missing.*^problem +The file of a document .* is missing/ms,
    );
    await restoreTown({ ...base, textSources, backup: file, now: Date.now(), note: async () => undefined });
    for (const name of [names[0], names[3]])
      expect(await bucket.find(name as string)).toMatchObject({ name });

    expect(await type(['migrate-to', 'media'], inBucket)).toMatchObject({ code: 0, complained: [] });
    for (const name of names) expect(await fileTextOf(folder, name)).toBe(await fileTextOf(bucket, name));
    await store.stop();
    expect((await type(['doctor'], inBucket)).printed.join('\n')).toMatch(
      /^problem +The bucket of pictures cannot be used/m,
    );
    expect((await takeBackup({ ...base, kind: 'asked', now: Date.now() + 1000 })).lost).toBe(6);
  });
}, ['app/platform/storage', 'app/moving/backup']);
