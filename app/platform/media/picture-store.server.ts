/** The library of pictures: which there are, and what is known of each. */
import { findAccountLabel } from '#app/platform/database/account-names.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { containsText } from '#app/platform/database/lists/contains-text.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type { PictureFileRow, PictureRow } from '#app/platform/database/tables/tables.ts';
import { heldFor, inTransaction } from '#app/platform/database/transaction.ts';
import { isPictureId } from './picture-sizes.ts';

/**
 * A picture as stored. Without `alt` its alternative text is missing, unless it is `decorative`. `focalPoint` is 1 to 9,
 * by rows from the top left; 5 is the middle. Instants are UTC epoch milliseconds.
 */
export type Picture = Omit<PictureRow, 'decorative' | 'focalPoint' | 'words' | keyof Adder> &
  Adder & { decorative: boolean; focalPoint: number };

/** Who added a picture: an account, until it is deleted, or a program, by the name of its API token. */
export type Adder = { addedBy: string | null; addedByToken: string | null };

/** What editors say about a picture. */
export type PictureWords = Pick<Picture, 'alt' | 'decorative' | 'caption' | 'credit' | 'focalPoint'>;

/** Newest first. */
export const pictureOrder: ListOrder = { column: 'createdAt', direction: 'desc', kind: 'number' };

/** `missing`: without alternative text; `unused`: nothing uses them. */
export type PictureFilter = { q?: string; show?: 'missing' | 'unused' | undefined };

const columns = [
  'picture.id',
  'name',
  'width',
  'height',
  'bytes',
  'color',
  'alt',
  'decorative',
  'caption',
  'credit',
  'focalPoint',
  'addedBy',
  'addedByToken',
  'createdAt',
  'updatedAt',
] as const;

type Row = Omit<Picture, 'decorative'> & { decorative: number };

function pictureOf({ decorative, bytes, createdAt, updatedAt, ...row }: Row): Picture {
  return {
    ...row,
    decorative: decorative === 1,
    bytes: Number(bytes),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
  };
}

export async function findPicture(db: ReadDb, id: string): Promise<Picture | undefined> {
  if (!isPictureId(id)) return undefined;
  const row = await db.selectFrom('picture').select(columns).where('id', '=', id).executeTakeFirst();
  return row && pictureOf(row);
}

/** The label of the account that added a picture, or the name of the API token; null if that is not known. */
export async function findAdder(db: ReadDb, { addedBy, addedByToken }: Adder): Promise<string | null> {
  return addedByToken ?? (await findAccountLabel(db, addedBy));
}

/**
 * Whether the picture is in the library. Until the transaction ends, it can't be removed; with 'update', nothing can
 * start to use it either.
 */
export async function lockPicture(
  db: WriteDb,
  id: string,
  purpose: 'share' | 'update' = 'share',
): Promise<boolean> {
  if (!isPictureId(id)) return false;
  const query = db.selectFrom('picture').select('id').where('id', '=', id);
  return (await query.modifyEnd(heldFor(db, purpose, 'picture')).executeTakeFirst()) !== undefined;
}

/** The pictures with these ids, in any order. */
export async function listPicturesById(db: ReadDb, ids: string[]): Promise<Picture[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('picture').select(columns).where('id', 'in', ids).execute();
  return rows.map(pictureOf);
}

/** One page of the library, newest first. */
export async function listPictures(
  db: ReadDb,
  { q = '', show }: PictureFilter,
  request: PageRequest,
): Promise<Page<Picture>> {
  const words = foldedWords(q);
  const query = db
    .selectFrom('picture')
    .select(columns)
    .$if(show === 'missing', (all) => all.where('alt', 'is', null).where('decorative', '=', 0))
    .$if(show === 'unused', (all) =>
      all.where('picture.id', 'in', (eb) => eb.selectFrom('picture_idle').select('picture')),
    )
    .where((eb) => eb.and(words.map((word) => containsText('words', word))));
  const page = await paginateWalking(query, pictureOrder, request);
  return { ...page, items: page.items.map(pictureOf) };
}

/** How many pictures there are, in all and by filter, and the size of what was uploaded, in bytes. */
export async function countPictures(
  db: ReadDb,
): Promise<{ all: number; missing: number; unused: number; bytes: number }> {
  const row = await db
    .selectFrom('picture')
    .select(({ fn, selectFrom }) => [
      fn.countAll().as('all'),
      fn.sum('bytes').as('bytes'),
      selectFrom('picture_idle').select(fn.countAll().as('count')).as('unused'),
      selectFrom('picture as other')
        .select(fn.countAll().as('count'))
        .where('other.alt', 'is', null)
        .where('other.decorative', '=', 0)
        .as('missing'),
    ])
    .executeTakeFirstOrThrow();
  return {
    all: Number(row.all),
    missing: Number(row.missing),
    unused: Number(row.unused),
    bytes: Number(row.bytes ?? 0),
  };
}

/** `createdAt` is now unless it is given. */
export type NewPicture = Omit<Picture, 'createdAt' | 'updatedAt' | keyof Adder> &
  Partial<Adder> & { createdAt?: number };

/** One of the stored files of a picture. */
export type NewFile = Omit<PictureFileRow, 'picture'>;

/** Adds the picture, if there is none with its id, and returns the one there is and whether it is new. */
export function addPictureRow(
  db: WriteDb,
  picture: NewPicture,
  files: NewFile[],
  now: number,
): Promise<{ picture: Picture; isNew: boolean }> {
  return inTransaction(db, async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('picture')
      .values({
        ...picture,
        decorative: Number(picture.decorative),
        words: wordsOf(picture),
        createdAt: picture.createdAt ?? now,
        updatedAt: now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    const isNew = numInsertedOrUpdatedRows === 1n;
    for (const file of files)
      await transaction
        .insertInto('picture_file')
        .values({ ...file, picture: picture.id })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(file))
        .execute();
    if (isNew)
      await transaction
        .insertInto('picture_idle')
        .values({ picture: picture.id, since: now })
        .onConflict((conflict) => conflict.column('picture').doUpdateSet({ since: now }))
        .execute();
    return { picture: (await findPicture(transaction, picture.id)) as Picture, isNew };
  });
}

/** Changes what is said about a picture, and returns it; undefined if there is none. */
export function changePicture(
  db: WriteDb,
  id: string,
  changes: Partial<PictureWords>,
  now: number,
): Promise<Picture | undefined> {
  return inTransaction(db, async (transaction) => {
    const stored = await findPicture(transaction, id);
    if (!stored) return undefined;
    const { alt, decorative, caption, credit, focalPoint } = { ...stored, ...changes };
    const words = { alt, decorative: Number(decorative), caption, credit, focalPoint };
    await transaction
      .updateTable('picture')
      .set({ ...words, words: wordsOf({ ...stored, ...changes }), updatedAt: now })
      .where('id', '=', id)
      .execute();
    return findPicture(transaction, id);
  });
}

/**
 * The same for a form that was opened with `version`, the picture's `updatedAt` as text: when it was changed since, nothing
 * is saved.
 */
export function changeOpenedPicture(
  db: WriteDb,
  id: string,
  changes: Partial<PictureWords>,
  { version, now }: { version: string; now: number },
): Promise<{ kind: 'saved' | 'conflict'; picture: Picture } | undefined> {
  return inTransaction(db, async (transaction) => {
    await lockPicture(transaction, id, 'update');
    const stored = await findPicture(transaction, id);
    if (!stored) return undefined;
    if (String(stored.updatedAt) !== version) return { kind: 'conflict', picture: stored };
    await changePicture(transaction, id, changes, now);
    return { kind: 'saved', picture: stored };
  });
}

/** Removes the picture from the library: its files are no longer served. Call only when nothing uses it. */
export async function removePictureRow(db: WriteDb, id: string): Promise<boolean> {
  await db.deleteFrom('picture_file').where('picture', '=', id).execute();
  await db.deleteFrom('picture_idle').where('picture', '=', id).execute();
  const { numDeletedRows } = await db.deleteFrom('picture').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** What searches match, in lower case. */
function wordsOf({
  name,
  alt,
  caption,
  credit,
}: Pick<Picture, 'name' | 'alt' | 'caption' | 'credit'>): string {
  return [name, alt, caption, credit].filter(Boolean).join(' ').toLowerCase();
}

const MAX_WORDS = 8;

/** The words of a search as `words` has them. */
function foldedWords(q: string): string[] {
  return q.slice(0, 200).toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
}
