import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { uploadDocument } from '../../../tests/documents.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite } from '../../../tests/open-site.ts';
import { noise, pictureFile } from '../../../tests/pictures.ts';
import { canMount, openSmallDisk } from '../../../tests/small-disk.ts';
import { isNearlyFull } from './media.server.ts';

const needs = canMount() ? '' : ' (needs unshare and mount)';
const GIB = 1024 ** 3;

test('R-47 uploads leave 512 MiB free, or 5 % of a larger disk up to 4 GiB', () => {
  const full = (size: number, free: number) =>
    isNearlyFull({ bsize: 1024, blocks: (size * GIB) / 1024, bavail: (free * GIB) / 1024 });
  expect([full(5, 0.49), full(5, 0.51)]).toEqual([true, false]);
  expect([full(40, 1.9), full(40, 2.1)]).toEqual([true, false]);
  expect([full(4000, 3.9), full(4000, 4.1)]).toEqual([true, false]);
});

test.skipIf(needs !== '')(
  `R-47 F10 when the disk is full before or while a picture or a document arrives, the form keeps what was typed${needs}`,
  async () => {
    await using site = await openSite();
    const admin = await site.asAdmin();
    const folder = await mkdtemp(join(tmpdir(), 'belfry-small-'));
    await mkdir(join(folder, 'disk'));
    const disk = await openSmallDisk(join(folder, 'disk'), 6);
    const { media, settings } = site.services;
    await symlink(disk.view, join(settings.dataFolder, 'media'));
    const form = { ...formIn(await site.page('/admin/articles/add', admin)), title: 'The plow crew' };
    const send = (file: Buffer, path = '/admin/articles/add', field = 'file', name = 'plow.jpg') => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...form, description: '<p>At ten past two.</p>' }))
        for (const text of [value].flat()) body.append(name, text);
      body.append(field, new File([new Uint8Array(file)], name));
      return site.fetch(path, { method: 'POST', body, headers: { ...admin, Origin: site.origin } });
    };
    const sendDocument = (file: Buffer) => send(file, '/admin/articles/add', 'documentFile', 'minutes.txt');
    const expectKept = async (response: Response) => {
      const html = await response.text();
      expect(response.status).toBe(400);
      expect(html).toContain('There is too little space on the server’s disk.');
      expect([html.includes('value="The plow crew"'), html.includes('At ten past two.')]).toEqual([
        true,
        true,
      ]);
      expect((await readdir(disk.view)).filter((name) => !/^(\.mounted|filler)$/.test(name))).toEqual([]);
    };
    try {
      await expectKept(await send(await pictureFile()));
      await expectKept(await sendDocument(Buffer.from('The minutes')));
      for (const path of ['/api/v1/pictures', '/api/v1/documents'])
        expect((await send(await pictureFile(), path)).status).toBe(507);
      // There was space when the upload began.
      media.isDiskFull = async () => false;
      const file = await pictureFile('jpeg', 3000, 200);
      const large = Buffer.concat([file, Buffer.alloc(7 * 1024 ** 2)]);
      await expectKept(await send(large));
      const words = 'The minutes of a long meeting. '.repeat(100_000);
      await expectKept(await sendDocument(Buffer.from(words.repeat(3))));
      // It arrived on the disk, and is read there, but not all of it could be stored.
      disk.fill();
      await expectKept(await send(await noise('jpeg')));
      await expectKept(await sendDocument(Buffer.from(words)));
      const refused = await uploadDocument(site, Buffer.from(words));
      expect([refused.status, await refused.json()]).toEqual([
        507,
        expect.objectContaining({ detail: expect.stringContaining('too little space on the server’s disk') }),
      ]);
      for (const table of ['document', 'document_part', 'picture_file'] as const)
        expect(await site.write.selectFrom(table).selectAll().execute()).toEqual([]);
      disk.free();
      expect((await uploadDocument(site, Buffer.from(words))).status).toBe(201);
      expect((await send(await noise('jpeg'))).status).toBe(303);
      const { items } = (await (await site.fetch('/api/v1/articles')).json()) as { items: object[] };
      expect(items).toMatchObject([
        { title: 'The plow crew', picture: expect.stringMatching(/^[0-9a-f]{32}$/) },
      ]);
    } finally {
      disk.close();
      await rm(folder, { recursive: true });
    }
  },
);
