/** The uploaded files of imports: each import has a folder for them. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { moveFile } from '#app/platform/storage/work-folder.server.ts';
import { BUSY, KEPT_MS } from './import-store.server.ts';

const ID = /^[0-9a-f-]{36}$/;
const LIST = 'files.json';

/** An uploaded file: the form's field, its name on the user's computer, where it is, and its size. */
const keptFile = z.object({ field: z.string(), name: z.string(), path: z.string(), bytes: z.number() });

export type KeptFile = z.infer<typeof keptFile>;

/** The folder of an import's files. Throws for what is not an id. */
function importRunFolder(dataFolder: string, id: string): string {
  if (!ID.test(id)) throw new Error(`${id} is not the id of an import`);
  return join(parentOf(dataFolder), id);
}

function parentOf(dataFolder: string): string {
  return join(dataFolder, 'move-in');
}

/**
 * Moves uploaded files into the folder of the import `id`, readable by the site only, and returns all that are there.
 * A file replaces those that were kept before for the same field.
 */
export async function storeImportFiles(
  dataFolder: string,
  id: string,
  uploads: readonly KeptFile[],
): Promise<KeptFile[]> {
  const folder = importRunFolder(dataFolder, id);
  const before = await findImportFiles(dataFolder, id);
  if (uploads.length === 0) return before;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const replaced = new Set(uploads.map(({ field }) => field));
  const kept = before.filter(({ field }) => !replaced.has(field));
  const next = Math.max(0, ...before.map(({ path }) => Number(basename(dirname(path))))) + 1;
  for (const [index, { field, name, path, bytes }] of uploads.entries()) {
    const plain = plainNameOf(name);
    const place = join(folder, String(next + index), plain);
    await mkdir(dirname(place), { mode: 0o700 });
    await moveFile(path, place);
    kept.push({ field, name: plain, path: place, bytes });
  }
  await writeFile(join(folder, LIST), JSON.stringify(kept), { mode: 0o600 });
  for (const { field, path } of before)
    if (replaced.has(field)) await rm(dirname(path), { recursive: true, force: true });
  return kept;
}

/**
 * A file's name as reports show it: without what could mean another place or turn the text around, and the last 80
 * characters of a long one.
 */
export function plainNameOf(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name needs them
  const plain = name.replace(/[\u0000-\u001f\u007f/\\\p{Bidi_Control}]/gu, '_').replace(/^\.+/, '');
  return plain.slice(-80) || 'file';
}

/** The kept files of an import; none if they were deleted, or are on another machine. */
async function findImportFiles(dataFolder: string, id: string): Promise<KeptFile[]> {
  if (!ID.test(id)) return [];
  const text = await readFile(join(importRunFolder(dataFolder, id), LIST), 'utf8').catch(() => '[]');
  return z.array(keptFile).parse(JSON.parse(text));
}

export async function removeImportFiles(dataFolder: string, id: string): Promise<void> {
  if (ID.test(id)) await rm(importRunFolder(dataFolder, id), { recursive: true, force: true });
}

/**
 * Deletes what imports that ended 7 days ago no longer need: their files, the list of their problems, which names people
 * by their ids, and the key of their password hashes. So also of imports that never began. `now` is UTC epoch
 * milliseconds.
 */
export async function removeEndedImportFiles(db: WriteDb, dataFolder: string, now: number): Promise<void> {
  for (const id of await readdir(parentOf(dataFolder)).catch(() => [])) {
    if (!ID.test(id)) continue;
    const since = await lastUseOf(db, join(parentOf(dataFolder), id), id);
    if (since !== undefined && since <= now - KEPT_MS) await removeImportFiles(dataFolder, id);
  }
  await forgetOldDetails(db, now);
}

async function forgetOldDetails(db: WriteDb, now: number): Promise<void> {
  const old = db
    .selectFrom('move_in')
    .select('id')
    .where('wanted', 'is', null)
    .where('state', 'not in', [...BUSY])
    .where(({ fn, eb }) => eb(fn.coalesce('finishedAt', 'createdAt'), '<=', now - KEPT_MS));
  await db.deleteFrom('move_in_problem').where('moveIn', 'in', old).execute();
  const keyed = await db
    .selectFrom('move_in')
    .select(['id', 'options'])
    .where('id', 'in', old)
    .where('options', 'like', '%"hashConfig"%')
    .execute();
  for (const { id, options } of keyed) {
    const { hashConfig, ...kept } = JSON.parse(options) as { hashConfig?: string };
    await db
      .updateTable('move_in')
      .set({ options: JSON.stringify(kept) })
      .where('id', '=', id)
      .execute();
  }
}

/** Undefined while the import is at work. */
async function lastUseOf(db: ReadDb, folder: string, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('move_in')
    .select(['createdAt', 'finishedAt', 'wanted', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return (await stat(folder).catch(() => undefined))?.mtimeMs;
  if (row.wanted !== null || BUSY.includes(row.state)) return undefined;
  return Number(row.finishedAt ?? row.createdAt);
}
