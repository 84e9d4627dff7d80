import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { ImportCounts } from '#app/items/content/import-records.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { DOCUMENT_TYPES } from '#app/platform/document-reader/document-facts.ts';
import { readDocument } from '#app/platform/document-reader/read-document.server.ts';
import { restoreDocument } from '#app/platform/media/documents/add-document.server.ts';
import {
  changeDocument,
  findDocument,
  findDocumentOfContent,
} from '#app/platform/media/documents/document-store.server.ts';
import { mediaFolderOf, openMediaFiles } from '#app/platform/media/media.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { readIntact } from '#app/platform/media/picture-files.server.ts';
import { isStoredName } from '#app/platform/media/stored-name.ts';
import { withWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import type { ImportingPictures } from './import-pictures.ts';
import { readRecords } from './json-records.ts';

const instant = z.iso.datetime().transform((text) => Date.parse(text));

const file = z.strictObject({
  name: z.string().refine(isStoredName, 'Not a name of a stored file'),
  bytes: z.number().int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const facts = {
  name: z.string().min(1).max(200),
  type: z.enum(DOCUMENT_TYPES),
  pages: z.number().int().nullable(),
  uploadedAt: instant,
  file,
};

/** As `export` writes it. */
const documentRecord = z.strictObject({
  ...facts,
  id: z.string().regex(/^[0-9a-f]{32}$/),
  title: z.string().min(1).max(300),
  bytes: z.number().int(),
  language: z.string().max(35).nullable(),
  summary: z.string().max(2000).nullable(),
  replacedAt: instant.nullable(),
  versions: z.array(z.strictObject({ ...facts, number: z.number().int().min(1) })).max(1000),
});

type DocumentRecord = z.infer<typeof documentRecord>;

/**
 * Adds the documents of an export, whose files are in the folder `media` next to the list. One that is in the library
 * gets the texts of the record. Each file is compared with its checksum and read as in an upload; a document whose file is
 * missing, or would be refused, is refused. Throws errors of the file, the database or the storage; what was counted until
 * then is saved.
 */
export async function importDocuments(
  db: WriteDb,
  path: string,
  options: ImportingPictures,
): Promise<ImportCounts> {
  const { settings, signal, onRefused, onProgress } = options;
  const counts: ImportCounts = { read: 0, added: 0, changed: 0, unchanged: 0, refused: 0 };
  const from = openMediaFiles({ dataFolder: dirname(path) });
  const to = openMediaFiles(settings);
  await withWorkFolder(mediaFolderOf(settings.dataFolder), async (workFolder) => {
    for await (const raw of readRecords(path)) {
      if (signal.aborted) return;
      counts.read++;
      const parsed = documentRecord.safeParse(raw);
      const outcome = parsed.success
        ? await importDocument(db, parsed.data, { ...options, from, to, workFolder })
        : { problem: `${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}` };
      if (typeof outcome === 'string') counts[outcome]++;
      else {
        counts.refused++;
        const problems = [{ field: '', message: outcome.problem }];
        onRefused({ record: counts.read, id: parsed.data?.id, problems });
      }
      onProgress(counts.read);
    }
  });
  return counts;
}

type Locations = { from: MediaFiles; to: MediaFiles; workFolder: string };
type Outcome = 'added' | 'changed' | 'unchanged' | { problem: string };

async function importDocument(
  db: WriteDb,
  record: DocumentRecord,
  { now, dryRun, from, to, workFolder }: ImportingPictures & Locations,
): Promise<Outcome> {
  const { id, title, language, summary, versions } = record;
  const stored = await findDocument(db, id);
  if (stored) {
    if (stored.title === title && stored.language === language && stored.summary === summary)
      return 'unchanged';
    if (!dryRun) await changeDocument(db, id, { title, language, summary }, now);
    return 'changed';
  }
  const other = await findDocumentOfContent(db, record.file.sha256);
  if (other) return { problem: `its file is in the library as ${other.id}` };
  const paths: { name: string; path: string }[] = [];
  for (const each of [record, ...versions]) {
    const content = await readIntact(from, { ...each.file, picture: id });
    if (typeof content === 'string') return { problem: `the file ${each.file.name} is ${content}` };
    const path = join(workFolder, each.file.name);
    await writeFile(path, content, { mode: 0o600 });
    paths.push({ name: each.file.name, path });
  }
  const [current] = paths;
  const read = await readDocument(current?.path ?? '', record.name);
  if ('status' in read) return { problem: read.message };
  if (read.type !== record.type) return { problem: `the file ${record.file.name} is not of that type` };
  if (dryRun) return 'added';
  for (const { name, path } of paths) await to.put(name, path);
  await restoreDocument(db, record, read, now);
  return 'added';
}
