import { existsSync } from 'node:fs';
import { cp, link, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { sql } from 'kysely';
import { throwIfStopped } from '#app/moving/backup/backup-error.ts';
import { backupFolderOf } from '#app/moving/backup/backup-files.server.ts';
import { type BackupOptions, takeBackup } from '#app/moving/backup/take-backup.server.ts';
import { readPages } from '#app/moving/backup/town-rows.server.ts';
import type { Capabilities } from '#app/platform/database/capabilities.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { listRunMigrations } from '#app/platform/database/migrate-database.server.ts';
import {
  findTableHandling,
  listTownTables,
  type TownTable,
} from '#app/platform/database/tables/town-tables.server.ts';
import { mediaFolderOf } from '#app/platform/media/media.server.ts';
import { type DatabaseLocation, openDatabase } from '#app/platform/open-database.server.ts';
import type { TownFile } from '#app/platform/sqlite/town-file.server.ts';
import { sinkIntoFile } from './transfer-rows.server.ts';

/** In addition to local tables: tables that only grow, and must survive a restore. */
const GROWING = ['audit_entry', 'suppression_entry'];

/**
 * Copies from the current town what a restore must not undo: this installation's own settings and list of backups, who
 * opted out or left, and what was done since. Rows that the restored town also has stay as they are there.
 */
export async function keepPresent(
  present: { db: WriteDb; capabilities: Capabilities },
  town: TownFile,
): Promise<void> {
  const schema = await listRunMigrations({ write: present.db });
  if (schema.length === 0) return;
  const here = await listTownTables(schema.at(-1) as string);
  const there = await listTownTables((await listRunMigrations(town.database)).at(-1) as string);
  for (const table of here) {
    const isKept = findTableHandling(table.name) === 'local' || GROWING.includes(table.name);
    const target = there.find(({ name }) => name === table.name);
    if (!isKept || !target || namesOf(target) !== namesOf(table)) continue;
    const sink = sinkIntoFile(town.connection, 'or ignore');
    for await (const page of readPages(present.db, present.capabilities, table))
      await sink.write(table, page);
  }
}

function namesOf({ columns }: TownTable): string {
  return columns.map(({ name }) => name).join();
}

/** The change counters of the current town; none if they can't be read. */
export async function readHighestCounter(db: WriteDb): Promise<number> {
  const { rows } = await sql<{ revision: number | null }>`
    select max("revision") as revision from "collection_revision"`.execute(db);
  return Number(rows[0]?.revision ?? 0);
}

/** Errors of a damaged town, or of one whose schema this version does not know. */
const CANNOT_BE_BACKED_UP = ['BackupError', 'NewerDatabaseError', 'UnreleasedDatabaseError'];

/**
 * A verified backup of the current town. If that is impossible (damaged, or from a newer version), its files are
 * copied.
 */
export async function keepCopy({
  location,
  dataFolder,
  media,
  now,
  signal,
  onProgress,
}: Omit<BackupOptions, 'kind'>): Promise<string | undefined> {
  if (await isEmpty(location)) return undefined;
  try {
    const kind = 'before-restore';
    return (await takeBackup({ location, dataFolder, media, kind, now, signal, onProgress })).file;
  } catch (error) {
    throwIfStopped(signal);
    const { name } = error as Error;
    if ('url' in location || !CANNOT_BE_BACKED_UP.includes(name)) throw error;
    return copyFiles(location.dataFolder, now);
  }
}

async function copyFiles(dataFolder: string, now: number): Promise<string> {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const folder = join(backupFolderOf(dataFolder), `files-${time}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of ['belfry.db', 'belfry.db-wal', 'belfry.db-shm']) {
    const file = join(dataFolder, name);
    if (existsSync(file)) await cp(file, join(folder, name), { force: true });
  }
  await linkFiles(mediaFolderOf(dataFolder), mediaFolderOf(folder));
  return folder;
}

/** The same files under a second name, which take no space: those of pictures that the backup does not have. */
async function linkFiles(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const target = join(to, relative(from, entry.parentPath), entry.name);
    if (entry.isDirectory()) await mkdir(target, { recursive: true, mode: 0o700 });
    else if (!existsSync(target)) {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await link(join(entry.parentPath, entry.name), target);
    }
  }
}

async function isEmpty(location: DatabaseLocation): Promise<boolean> {
  if (!('url' in location)) return !existsSync(join(location.dataFolder, 'belfry.db'));
  const { write, close } = openDatabase(location);
  try {
    return (await listRunMigrations({ write })).length === 0;
  } finally {
    await close();
  }
}
