import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { ImportCounts, RefusedRecord } from '#app/items/content/import-records.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { kindOf } from '#app/platform/media/file-kind.ts';
import { mediaFolderOf, openMediaFiles } from '#app/platform/media/media.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { readIntact } from '#app/platform/media/picture-files.server.ts';
import { fileNamesOf, readFileName } from '#app/platform/media/picture-sizes.ts';
import { addPictureRow, changePicture, findPicture } from '#app/platform/media/picture-store.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { withWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import { readRecords } from './json-records.ts';

const side = z.number().int().min(1).max(12_000);
const line = z.string().max(500).nullable();

/** As `export` writes it. */
const pictureRecord = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string().max(200),
  width: side,
  height: side,
  bytes: z.number().int().min(0),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  alt: line,
  decorative: z.boolean(),
  caption: line,
  credit: line,
  focalPoint: z.number().int().min(1).max(9),
  createdAt: z.iso.datetime().transform((text) => Date.parse(text)),
  files: z.array(
    z.strictObject({ name: z.string(), bytes: z.number().int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

type PictureRecord = z.infer<typeof pictureRecord>;

export type ImportingPictures = {
  settings: Settings;
  now: number;
  dryRun: boolean;
  signal: AbortSignal;
  onRefused: (refusal: RefusedRecord) => void;
  onProgress: (read: number) => void;
};

/**
 * Adds the pictures of an export, whose files are in the folder `media` next to the list. One that is in the library
 * gets the texts of the record. Each file is compared with its checksum; a picture that lacks one is refused. Throws
 * errors of the file, the database or the storage; what was counted until then is saved.
 */
export async function importPictures(
  db: WriteDb,
  file: string,
  options: ImportingPictures,
): Promise<ImportCounts> {
  const { settings, signal, onRefused, onProgress } = options;
  const counts: ImportCounts = { read: 0, added: 0, changed: 0, unchanged: 0, refused: 0 };
  const from = openMediaFiles({ dataFolder: dirname(file) });
  const to = openMediaFiles(settings);
  await withWorkFolder(mediaFolderOf(settings.dataFolder), async (workFolder) => {
    for await (const raw of readRecords(file)) {
      if (signal.aborted) return;
      counts.read++;
      const parsed = pictureRecord.safeParse(raw);
      const outcome = parsed.success
        ? await importPicture(db, parsed.data, { ...options, from, to, workFolder })
        : { problem: `${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}` };
      if (typeof outcome === 'string') counts[outcome]++;
      else {
        counts.refused++;
        const id = parsed.data?.id;
        onRefused({ record: counts.read, id, problems: [{ field: '', message: outcome.problem }] });
      }
      onProgress(counts.read);
    }
  });
  return counts;
}

type Places = { from: MediaFiles; to: MediaFiles; workFolder: string };

async function importPicture(
  db: WriteDb,
  { files, ...picture }: PictureRecord,
  { now, dryRun, from, to, workFolder }: ImportingPictures & Places,
): Promise<'added' | 'changed' | 'unchanged' | { problem: string }> {
  const { id, alt, decorative, caption, credit, focalPoint } = picture;
  const words = { alt, decorative, caption, credit, focalPoint };
  const stored = await findPicture(db, id);
  if (stored) {
    if (Object.entries(words).every(([name, value]) => stored[name as keyof typeof words] === value))
      return 'unchanged';
    if (!dryRun) await changePicture(db, id, words, now);
    return 'changed';
  }
  const names = files.map(({ name }) => name).sort();
  if (!isDeepStrictEqual(names, fileNamesOf(picture).sort()))
    return { problem: 'files: not those of its size' };
  for (const row of files) {
    const content = await readIntact(from, { ...row, picture: id });
    if (typeof content === 'string') return { problem: `the file ${row.name} is ${content}` };
    if (kindOf(Buffer.from(content)) !== readFileName(row.name)?.format)
      return { problem: `the file ${row.name} is not of that type` };
    if (dryRun) continue;
    const path = join(workFolder, row.name);
    await writeFile(path, content, { mode: 0o600 });
    await to.put(row.name, path);
  }
  if (!dryRun) await addPictureRow(db, picture, files, now);
  return 'added';
}
