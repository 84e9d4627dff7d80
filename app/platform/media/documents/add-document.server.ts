/** Puts uploaded documents into the library, or in the place of earlier ones. */
import { randomBytes } from 'node:crypto';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { ReadDocument } from '#app/platform/document-reader/document-facts.ts';
import { readDocument } from '#app/platform/document-reader/read-document.server.ts';
import { isDiskFull, type Upload } from '#app/platform/media/add-picture.server.ts';
import { isBucketError } from '#app/platform/media/bucket-files.server.ts';
import type { Media } from '#app/platform/media/media.server.ts';
import type { Adder } from '#app/platform/media/picture-store.server.ts';
import { shownName } from '#app/platform/media/shown-name.ts';
import { DOCUMENT_DISK_FULL, DOCUMENT_STORE_DOWN, type DocumentError } from './document-errors.ts';
import { recordDocuments } from './document-record.server.ts';
import {
  type DocumentWords,
  findDocument,
  findDocumentOfContent,
  lockDocuments,
  putDocumentParts,
  type StoredDocument,
  wordsOf,
} from './document-store.server.ts';
import { servedName } from './document-types.ts';

export type AddedDocument = { document: StoredDocument; isNew: boolean; refusal?: undefined };

type Refused = { refusal: DocumentError };

type AddOptions = {
  media: Media;
  db: WriteDb;
  now: number;
  words?: Partial<DocumentWords>;
  adder?: Adder;
};

/**
 * Puts an uploaded document into the library; the same bytes again give the one that is there. What it contains is read
 * in another process, which refuses what must not be served. Only when its file is stored is it in the library (F10): a full
 * disk, or a bucket that does not respond, is a refusal. Throws when it can't be written for another reason.
 */
export async function addDocument(upload: Upload, options: AddOptions): Promise<AddedDocument | Refused> {
  const { media, db } = options;
  return refusing(async () => {
    const known = await findDocumentOfContent(db, upload.hash);
    if (known && (await media.files.find(known.file))) return { document: known, isNew: false };
    const file = await readAndStore(upload, media);
    if ('refusal' in file) return file;
    return putNewRow(upload, file, options);
  });
}

/**
 * Puts an uploaded file in the place of a document's file: its id and address stay, and the earlier file stays as an
 * earlier version. Refuses a file that is another document's. Undefined if there is no such document.
 */
export async function replaceDocument(
  id: string,
  upload: Upload,
  options: Pick<AddOptions, 'media' | 'db' | 'now'>,
): Promise<AddedDocument | Refused | undefined> {
  const { media, db } = options;
  const before = await findDocument(db, id);
  if (!before) return undefined;
  if (before.sha256 === upload.hash) return { document: before, isNew: false };
  return refusing(async () => {
    const other = await findDocumentOfContent(db, upload.hash);
    if (other) return { refusal: isOf(other) };
    const file = await readAndStore(upload, media);
    if ('refusal' in file) return file;
    return replaceRow(id, upload, file, options);
  });
}

function isOf({ title }: StoredDocument): DocumentError {
  return { status: 409, sentence: `This file is in the library already, as “${title}”.` };
}

async function refusing<Result>(work: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return await work();
  } catch (error) {
    if (isDiskFull(error)) return { refusal: DOCUMENT_DISK_FULL };
    if (isBucketError(error)) return { refusal: DOCUMENT_STORE_DOWN };
    throw error;
  }
}

type StoredFile = { file: string; read: ReadDocument };

async function readAndStore(upload: Upload, media: Media): Promise<StoredFile | Refused> {
  const read = await readDocument(upload.path, upload.name);
  if ('status' in read) return { refusal: { status: read.status, sentence: read.message } };
  // Of random bytes: an earlier version of one document can be another's present file.
  const file = `${randomBytes(16).toString('hex')}.${read.type}`;
  await media.files.put(file, upload.path);
  return { file, read };
}

function putNewRow(
  upload: Upload,
  { file, read }: StoredFile,
  { db, now, words = {}, adder }: AddOptions,
): Promise<AddedDocument> {
  const id = randomBytes(16).toString('hex');
  const facts = factsOf(upload, { file, read });
  const said = {
    title: words.title?.trim() || titleOf(read.title, upload.name),
    language: words.language ?? read.language,
    summary: words.summary ?? null,
    name: servedName(shownName(upload.name, 'document'), read.type),
  };
  return inTransaction(db, async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('document')
      .values({
        id,
        ...facts,
        ...said,
        ...adder,
        words: wordsOf(said),
        createdAt: now,
        replacedAt: null,
        updatedAt: now,
      })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .executeTakeFirstOrThrow();
    const isNew = numInsertedOrUpdatedRows === 1n;
    if (isNew) {
      await putFile(transaction, id, facts);
      await putDocumentParts(transaction, id, read.parts);
      await transaction.insertInto('document_idle').values({ document: id, since: now }).execute();
    } else await takeFile(transaction, facts);
    const document = (await findDocumentOfContent(transaction, upload.hash)) as StoredDocument;
    return { document, isNew };
  });
}

/** The file of the document was lost, and is there again. */
async function takeFile(db: WriteDb, facts: Facts): Promise<void> {
  const known = (await findDocumentOfContent(db, facts.sha256)) as StoredDocument;
  await db.updateTable('document').set({ file: facts.file }).where('id', '=', known.id).execute();
  await db.deleteFrom('picture_file').where('name', '=', known.file).execute();
  await putFile(db, known.id, facts);
}

function replaceRow(
  id: string,
  upload: Upload,
  stored: StoredFile,
  { db, now }: Pick<AddOptions, 'db' | 'now'>,
): Promise<AddedDocument | Refused | undefined> {
  return inTransaction(db, async (transaction) => {
    await lockDocuments(transaction, [id], 'update');
    const before = await findDocument(transaction, id);
    if (!before) return undefined;
    const other = await findDocumentOfContent(transaction, upload.hash);
    if (other) return other.id === id ? { document: other, isNew: false } : { refusal: isOf(other) };
    const facts = factsOf(upload, stored);
    const { last } = await transaction
      .selectFrom('document_version')
      .select(({ fn }) => fn.max('number').as('last'))
      .where('document', '=', id)
      .executeTakeFirstOrThrow();
    const { name, file, type, bytes, sha256, pages, createdAt, replacedAt } = before;
    await transaction
      .insertInto('document_version')
      .values({
        document: id,
        number: Number(last ?? 0) + 1,
        ...{ name, file, type, bytes, sha256, pages, createdAt: replacedAt ?? createdAt },
      })
      .execute();
    await transaction
      .updateTable('document')
      .set({ ...facts, name: servedName(name, facts.type), replacedAt: now, updatedAt: now })
      .where('id', '=', id)
      .execute();
    await putFile(transaction, id, facts);
    await putDocumentParts(transaction, id, stored.read.parts);
    await recordDocuments(transaction, [id], now);
    return { document: (await findDocument(transaction, id)) as StoredDocument, isNew: true };
  });
}

type Facts = ReturnType<typeof factsOf>;

function factsOf({ bytes, hash }: Pick<Upload, 'bytes' | 'hash'>, { file, read }: StoredFile) {
  const { type, pages, text, tagged, problems } = read;
  return {
    file,
    type,
    bytes,
    sha256: hash,
    pages,
    hasText: text,
    tagged,
    problems: JSON.stringify(problems),
  };
}

type StoredFacts = Pick<Facts, 'file' | 'bytes' | 'sha256'>;

async function putFile(db: WriteDb, id: string, { file, bytes, sha256 }: StoredFacts): Promise<void> {
  await db.insertInto('picture_file').values({ name: file, picture: id, bytes, sha256 }).execute();
}

const MAX_TITLE = 300;

/**
 * The document's own title; without one, its file's name as words. Programs write the name of the file, or 'Untitled', as
 * the title.
 */
function titleOf(own: string | null, name: string): string {
  const title = (own ?? '')
    .replace(/^Microsoft (Word|Excel|PowerPoint) - /, '')
    .replace(/\s+/g, ' ')
    .trim();
  const isOwn = title !== '' && !/\.[a-z]{2,5}$/i.test(title) && !/^untitled\b/i.test(title);
  return (isOwn ? title : stemOf(name)).slice(0, MAX_TITLE).toWellFormed() || 'Document';
}

/** 'Minutes 2026-11-09' of 'minutes_2026-11-09.pdf' */
function stemOf(name: string): string {
  const stem = shownName(name, '')
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  return stem.charAt(0).toUpperCase() + stem.slice(1);
}

type KnownFile = { name: string; bytes: number; sha256: string };

type KnownVersion = { name: string; type: string; pages: number | null; uploadedAt: number; file: KnownFile };

/** A document of an export. Instants are UTC epoch milliseconds. */
export type KnownDocument = KnownVersion &
  DocumentWords & { id: string; replacedAt: number | null; versions: (KnownVersion & { number: number })[] };

/** Adds a document of an export, under its id, whose files are stored already. */
export function restoreDocument(
  db: WriteDb,
  { id, title, language, summary, name, uploadedAt, replacedAt, file, versions }: KnownDocument,
  read: ReadDocument,
  now: number,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const facts = factsOf({ bytes: file.bytes, hash: file.sha256 }, { file: file.name, read });
    const said = { title, language, summary, name: servedName(name, read.type) };
    await transaction
      .insertInto('document')
      .values({
        id,
        ...facts,
        ...said,
        words: wordsOf(said),
        createdAt: uploadedAt,
        replacedAt,
        updatedAt: now,
      })
      .execute();
    await putFile(transaction, id, facts);
    for (const version of versions) {
      const { bytes, sha256 } = version.file;
      const stored = { file: version.file.name, bytes, sha256 };
      await transaction
        .insertInto('document_version')
        .values({
          document: id,
          ...stored,
          number: version.number,
          name: servedName(version.name, version.type),
          type: version.type,
          pages: version.pages,
          createdAt: version.uploadedAt,
        })
        .execute();
      await putFile(transaction, id, stored);
    }
    await putDocumentParts(transaction, id, read.parts);
    await transaction.insertInto('document_idle').values({ document: id, since: now }).execute();
  });
}
