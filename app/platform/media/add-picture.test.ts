import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { withSqlite } from '../../../tests/each-database.ts';
import { longTest } from '../../../tests/long-test.ts';
import { listDifferences } from '../../../tests/seed-picture.ts';
import { canMount, openSmallDisk } from '../../../tests/small-disk.ts';
import { addPicture, type Upload } from './add-picture.server.ts';
import { openMedia } from './media.server.ts';
import { DISK_FULL } from './picture-limits.ts';

const needs = canMount() ? '' : ' (needs unshare and mount)';

/** A picture of noise, which no format makes small. */
async function uploadNoise(folder: string): Promise<Upload> {
  const [width, height] = [600, 480];
  const create = { width, height, channels: 3 as const, background: '#808080' };
  const noise = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
  const file = await noise.jpeg().toBuffer();
  const path = join(folder, 'upload.jpeg');
  await writeFile(path, file);
  const hash = createHash('sha256').update(file).digest('hex');
  return { field: 'file', name: 'noise.jpeg', path, bytes: file.length, hash, head: file.subarray(0, 64) };
}

longTest(
  `R-47 F10 a disk that fills up while a picture is encoded or stored leaves nothing of it, and the next try works${needs}`,
  (context) => {
    context.skip(needs !== '', 'needs unshare and mount');
    return withSqlite(async ({ database: { write } }) => {
      const folder = await mkdtemp(join(tmpdir(), 'belfry-small-'));
      await mkdir(join(folder, 'disk'));
      const disk = await openSmallDisk(join(folder, 'disk'), 6);
      const media = openMedia({ dataFolder: disk.view });
      try {
        const upload = await uploadNoise(folder);
        const add = () => addPicture(upload, { media, db: write, now: 0 });
        const taken = join(disk.view, 'taken');
        await writeFile(taken, Buffer.alloc(5.6 * 1024 ** 2));
        expect(await add()).toEqual({ refusal: DISK_FULL });
        expect(await write.selectFrom('picture').select('id').execute()).toEqual([]);
        expect(await readdir(join(disk.view, 'media'))).toEqual([]);
        expect(await media.isDiskFull()).toBe(true);
        await rm(taken);
        expect(await add()).toMatchObject({ isNew: true });
        expect(await listDifferences(write, media.files)).toEqual([]);
      } finally {
        media.encoder.close();
        disk.close();
        await rm(folder, { recursive: true });
      }
    });
  },
);
