import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { putDocumentParts, wordsOf } from '#app/platform/media/documents/document-store.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';

type Seeded = { id: string; title?: string; text?: string; earlier?: string; at?: number };

/** Puts a text file into the library without reading it, with an earlier version if there is one. Returns its stored name. */
export async function seedDocument(
  db: WriteDb,
  files: MediaFiles,
  { id, title = 'Minutes', text = `The text of ${id}`, earlier, at = 0 }: Seeded,
): Promise<string> {
  const put = async (content: string) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const file = `${createHash('sha256').update(`${id} ${content}`).digest('hex').slice(0, 32)}.txt`;
    const folder = await mkdtemp(join(tmpdir(), 'belfry-document-'));
    await writeFile(join(folder, file), content);
    await files.put(file, join(folder, file));
    await rm(folder, { recursive: true });
    const bytes = Buffer.byteLength(content);
    await db.insertInto('picture_file').values({ name: file, picture: id, bytes, sha256 }).execute();
    return { file, type: 'txt', bytes, sha256, pages: null };
  };
  const stored = await put(text);
  const said = { title, name: 'minutes.txt', summary: null };
  await db
    .insertInto('document')
    .values({
      id,
      ...stored,
      ...said,
      language: 'en',
      hasText: 'yes',
      tagged: 'unknown',
      problems: '[]',
      words: wordsOf(said),
      createdAt: at,
      replacedAt: earlier === undefined ? null : at,
      updatedAt: at,
    })
    .execute();
  await putDocumentParts(db, id, [{ page: null, text }]);
  if (earlier !== undefined)
    await db
      .insertInto('document_version')
      .values({ document: id, number: 1, name: 'minutes.txt', ...(await put(earlier)), createdAt: at })
      .execute();
  return stored.file;
}
