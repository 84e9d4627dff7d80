import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { compareFiles, hashOf, readIntact } from '#app/platform/media/picture-files.server.ts';
import { fileNamesOf, type PictureFile, readFileName } from '#app/platform/media/picture-sizes.ts';
import { addPictureRow } from '#app/platform/media/picture-store.server.ts';

const HEADS = { avif: '\0\0\0\x1cftypavif', webp: 'RIFF\0\0\0\0WEBP', jpeg: '\xff\xd8\xff' };

/**
 * Puts a picture into the library without encoding one: its three files contain a text, after what such files begin
 * with. Returns their names.
 */
export async function seedPicture(
  db: WriteDb,
  files: MediaFiles,
  name: string,
  content = name,
): Promise<{ id: string; names: string[] }> {
  const id = createHash('sha256').update(name).digest('hex').slice(0, 32);
  const size = { width: 320, height: 240 };
  const names = fileNamesOf({ id, ...size });
  const folder = await mkdtemp(join(tmpdir(), 'belfry-picture-'));
  const stored = [];
  for (const file of names) {
    const { format } = readFileName(file) as PictureFile;
    const bytes = Buffer.from(`${HEADS[format]}${content} ${file}`, 'latin1');
    await writeFile(join(folder, file), bytes);
    await files.put(file, join(folder, file));
    stored.push({ name: file, bytes: bytes.length, sha256: hashOf(bytes) });
  }
  await rm(folder, { recursive: true });
  const words = { alt: name, decorative: false, caption: null, credit: null, focalPoint: 5 };
  await addPictureRow(db, { id, name, ...size, bytes: 1000, color: '#808080', ...words }, stored, 0);
  return { id, names };
}

/** How the stored files differ from the library, as `kind name`. */
export async function listDifferences(db: ReadDb, files: MediaFiles): Promise<string[]> {
  const found: string[] = [];
  const isIntact = async (row: Parameters<typeof readIntact>[1]) =>
    typeof (await readIntact(files, row)) === 'object';
  for await (const { kind, name } of compareFiles(db, files, isIntact)) found.push(`${kind} ${name}`);
  return found;
}
