import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pictureFile } from '../../../tests/pictures.ts';
import { listChildren, listsProcesses } from '../../../tests/process-tree.ts';
import { isDeep } from '../../../tests/rounds.ts';
import { until } from '../../../tests/until.ts';
import { openPictureEncoder } from './picture-encoder.server.ts';

test.skipIf(!listsProcesses)(
  'when the system ended the waiting process, the next picture gets a new one',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'belfry-picture-'));
    const encoder = openPictureEncoder({ decodeMs: 60_000 });
    const before = listChildren(process.pid);
    try {
      const file = join(folder, 'picture.jpeg');
      await writeFile(file, await pictureFile());
      const encode = () => encoder.encode({ file, folder, id: '0'.repeat(32) });
      expect(await encode()).toMatchObject({ width: 400 });
      const own = listChildren(process.pid).filter((pid) => !before.includes(pid));
      for (const pid of own) process.kill(pid, 'SIGKILL');
      await until('it has ended', () => !listChildren(process.pid).some((pid) => own.includes(pid)));
      expect(await encode()).toMatchObject({ width: 400 });
    } finally {
      encoder.close();
      await rm(folder, { recursive: true });
    }
  },
);

// It computes for twenty seconds.
test.runIf(isDeep(import.meta.url))(
  'R-45 an AVIF of 40 megapixels, which takes the most memory to decode, is accepted',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'belfry-picture-'));
    const encoder = openPictureEncoder({ decodeMs: 60_000 });
    try {
      const file = fileURLToPath(new URL('../../../tests/largest.avif', import.meta.url));
      const encoded = await encoder.encode({ file, folder, id: '0'.repeat(32) });
      expect(encoded).toMatchObject({ width: 7296, height: 5472 });
    } finally {
      encoder.close();
      await rm(folder, { recursive: true });
    }
  },
);
