import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sql } from 'kysely';
import { BackupError, throwIfStopped, type Watching } from '#app/moving/backup/backup-error.ts';
import { recordRun } from '#app/moving/backup/backup-run-store.server.ts';
import type { OpeningKeys } from '#app/moving/backup/encryption.server.ts';
import { openWaiting, PICTURE_FILES, type Waiting } from '#app/moving/backup/picture-entries.server.ts';
import { readSuppressionFile } from '#app/moving/backup/suppression.server.ts';
import type { Capabilities } from '#app/platform/database/capabilities.ts';
import { lockDataFolder } from '#app/platform/database/data-folder-lock.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  listKnownMigrations,
  listRunMigrations,
  migrate,
} from '#app/platform/database/migrate-database.server.ts';
import {
  findTableHandling,
  listTownTables,
  type TownTable,
} from '#app/platform/database/tables/town-tables.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { type DatabaseLocation, openDatabase } from '#app/platform/open-database.server.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';
import { listDamages, openToRead } from '#app/platform/sqlite/town-file.server.ts';
import {
  moveToFinalName,
  removeLeftovers,
  withWorkFolder,
} from '#app/platform/storage/work-folder.server.ts';
import { finishRestore } from './after-restore.server.ts';
import { type BuiltTown, buildTown } from './build-town.server.ts';
import { replacePostgresTown } from './postgres-town.server.ts';
import { keepCopy, keepPresent, readHighestCounter } from './present-town.server.ts';
import { lockSqlite, refuseRunningSite, replaceContent } from './running-site.server.ts';
import { compareRows, indexTown, sinkIntoPostgres, transferRows } from './transfer-rows.server.ts';

export type RestoreOptions = Watching & {
  /** All collections of the town, which are indexed again. */
  textSources: TextSource[];
  backup: string;
  location: DatabaseLocation;
  dataFolder: string;
  media: MediaFiles;
  /** UTC epoch milliseconds. */
  now: number;
  keys?: OpeningKeys | undefined;
  /**
   * Restores although the site is running: throws BackupError if the present town must not be replaced. Called last
   * before that.
   */
  mayReplace?: ((present: ReadDb) => Promise<void>) | undefined;
  /** Makes no backup of the current town: there is one. */
  withoutCopy?: boolean;
  /** The tables of the current town, if a newer version created them. PostgreSQL only. */
  presentTables?: string[] | undefined;
  /** Called for each step before it begins. */
  onStep?: ((step: RestoreStep) => void) | undefined;
  /** The restored town, before anyone uses it: for recording what is done. */
  note: (db: WriteDb) => Promise<void>;
};

export type RestoreStep = 'verify' | 'keep-a-copy' | 'prepare' | 'put-in-place' | 'done';

type Restored = {
  rows: number;
  /** When the backup was made: UTC epoch milliseconds. */
  madeAt: number;
  /** Where the previous town is now; undefined if there was none. */
  copy: string | undefined;
  /** How many users were opted out or removed, because they had done so themselves since. */
  suppressed: number;
  /** How many files of pictures the backup lacks, because they were missing or damaged when it was made. */
  lost: number;
  /** The town's settings, if they were handed over with it. */
  environment: KeptEnvironment | undefined;
};

/**
 * Restores a town from a backup. First, the backup is completely verified and the current town is copied. If it is
 * killed at any moment, the old or the new town is there, complete. Throws BackupError: then nothing was changed.
 */
export async function restoreTown(options: RestoreOptions): Promise<Restored> {
  const { location, dataFolder, mayReplace } = options;
  const hold = 'url' in location || mayReplace ? undefined : lockDataFolder(dataFolder, 'a restore');
  try {
    if (!mayReplace) await refuseRunningSite(location, 'restoring');
    await removeLeftovers(dataFolder);
    return await rebuild(options);
  } finally {
    hold?.release();
  }
}

function rebuild(options: RestoreOptions): Promise<Restored> {
  const { backup, location, dataFolder, media, keys, signal, onProgress, onStep } = options;
  return withWorkFolder(dataFolder, async (work) => {
    onStep?.('verify');
    const file = join(work, 'belfry.db');
    const waiting = openWaiting(join(work, 'pictures'), media);
    const building = { keys, signal, onProgress, onPicture: waiting.keep };
    const town = { ...(await buildTown(backup, file, building)), waiting };
    const environment = await prepareEnvironment(town.documents.environment, work, dataFolder);
    try {
      const kept =
        'url' in location
          ? await replaceInPostgres(location.url, town, options)
          : await replaceInFolder(location.dataFolder, town, file, options);
      await environment?.moveToFinalName();
      onStep?.('done');
      const rows = town.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return { rows, madeAt: madeAtOf(town), lost: town.lost, environment: environment?.kept, ...kept };
    } finally {
      await town.database.close();
    }
  });
}

type RestoredTown = BuiltTown & { waiting: Waiting };

function madeAtOf({ manifest }: BuiltTown): number {
  return Date.parse(manifest.madeAt);
}

type Kept = Pick<Restored, 'copy' | 'suppressed'>;

/**
 * Copies the current town, and finishes the one that will replace it. Its pictures are put in place first: they replace
 * no file of the current town.
 */
async function keepAndPrepare(town: RestoredTown, options: RestoreOptions): Promise<Kept> {
  const { signal, onStep } = options;
  if (!options.withoutCopy) onStep?.('keep-a-copy');
  const copy = options.withoutCopy ? undefined : await keepCopy(options);
  throwIfStopped(signal);
  onStep?.('prepare');
  const suppressed = await prepare(town, { ...options, madeAt: madeAtOf(town), copy });
  onStep?.('put-in-place');
  await town.waiting.moveToFinalName();
  return { copy, suppressed };
}

type Preparing = RestoreOptions & { madeAt: number; copy: string | undefined };

async function prepare(town: RestoredTown, restoring: Preparing): Promise<number> {
  const { now, madeAt, note, copy } = restoring;
  await migrate(town.database);
  town.connection.exec('begin');
  const highestCounter = await takeOver(town, restoring);
  const { write } = town.database;
  const suppressed = await finishRestore(write, { now, madeAt, highestCounter });
  if (copy) await recordRun(write, { kind: 'before-restore', at: now, file: basename(copy) });
  await note(write);
  town.connection.exec('commit');
  if (!('url' in restoring.location)) await indexTown(write, restoring);
  const [damage] = listDamages(town.connection);
  if (damage) throw new BackupError(`The restored town is damaged (${damage}). Nothing was changed.`);
  return suppressed;
}

/**
 * From the current town, as far as it can be read, and from the files next to it and next to the backup. Returns a
 * change counter that no page was rendered from yet.
 */
async function takeOver(
  town: RestoredTown,
  { location, dataFolder, backup, now, mayReplace }: RestoreOptions,
): Promise<number> {
  const listed = await Promise.all([dataFolder, dirname(backup)].map(readSuppressionFile));
  for (const row of listed.flat())
    await town.database.write
      .insertInto('suppression_entry')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const present = openPresent(location);
  try {
    const schema = present ? await listRunMigrations({ write: present.db }) : [];
    if (!present || schema.length === 0) return 0;
    await mayReplace?.(present.db);
    // Of a newer version, whose tables are unknown. Who left is in the file next to the database, too.
    if (!listKnownMigrations().includes(schema.at(-1) as string)) return await readHighestCounter(present.db);
    await keepPresent(present, town);
    if ((await listTownTables(schema.at(-1) as string)).some(({ name }) => name === PICTURE_FILES))
      await town.waiting.settle(present.db, town.database.write);
    return await readHighestCounter(present.db);
  } catch (error) {
    if ('url' in location || mayReplace) throw error;
    // Damaged: whatever could be read was copied. Since its counters are unknown, go far beyond them.
    return now;
  } finally {
    await present?.close();
  }
}

type Present = { db: WriteDb; capabilities: Capabilities; close: () => Promise<void> };

function openPresent(location: DatabaseLocation): Present | undefined {
  if ('url' in location) {
    const { write: db, capabilities, close } = openDatabase(location);
    return { db, capabilities, close };
  }
  const file = join(location.dataFolder, 'belfry.db');
  if (!existsSync(file)) return undefined;
  const { write: db, capabilities, close } = openToRead(file).database;
  return { db, capabilities, close };
}

/**
 * First the current file is checkpointed and closed by everyone else, then the new one takes its name in one step.
 * Files left next to it by an earlier crash must not be taken for the new one's (F9).
 */
async function replaceInFolder(
  dataFolder: string,
  town: RestoredTown,
  built: string,
  options: RestoreOptions,
): Promise<Kept> {
  const kept = await keepAndPrepare(town, options);
  if (options.mayReplace) {
    await replaceContent(town.connection, dataFolder);
    return kept;
  }
  await town.database.close();
  const file = join(dataFolder, 'belfry.db');
  lockSqlite(dataFolder, 'restoring')?.close();
  for (const beside of ['-wal', '-shm', '-journal']) await rm(`${file}${beside}`, { force: true });
  await moveToFinalName(built, file);
  return kept;
}

/** No one else writes from before the copy is made until the new town is there. */
function replaceInPostgres(url: string, town: RestoredTown, options: RestoreOptions): Promise<Kept> {
  const { signal, onProgress, mayReplace, presentTables } = options;
  const isLive = mayReplace !== undefined;
  return replacePostgresTown({ url, before: 'restoring', isLive, presentTables }, async () => {
    const kept = await keepAndPrepare(town, options);
    return async (db, capabilities) => {
      const { write, capabilities: own } = town.database;
      const source = { db: write, capabilities: own };
      const transferring = { tables: await listTransferred(), signal, onProgress };
      await transferRows(source, sinkIntoPostgres(db), transferring);
      await compareRows(source, { db, capabilities }, transferring);
      await indexTown(db, options);
      const revision = await readHighestCounter(write);
      await db
        .updateTable('collection_revision')
        .set({ revision: sql`"revision" + ${revision}` })
        .execute();
      return kept;
    };
  });
}

/** Tables whose rows are copied; triggers fill the others. */
async function listTransferred(): Promise<TownTable[]> {
  const tables = await listTownTables(listKnownMigrations().at(-1) as string);
  return tables.filter(({ name }) => findTableHandling(name) !== 'derived');
}

/** `isUsed`: the next start reads the file. Otherwise this installation has settings of its own, and keeps them. */
export type KeptEnvironment = { file: string; isUsed: boolean };

/**
 * Writes the settings to the disk, so that a full one is noticed before anything is replaced; `moveToFinalName` gives the
 * file its name. Readable by its owner only. Undefined without settings.
 */
async function prepareEnvironment(
  text: string | undefined,
  work: string,
  dataFolder: string,
): Promise<{ kept: KeptEnvironment; moveToFinalName: () => Promise<void> } | undefined> {
  if (text === undefined) return undefined;
  const written = join(work, 'environment');
  await writeFile(written, text, { mode: 0o600, flush: true });
  const own = join(dataFolder, 'environment');
  const isUsed = !existsSync(own);
  const file = isUsed ? own : `${own}.restored`;
  return { kept: { file, isUsed }, moveToFinalName: () => moveToFinalName(written, file) };
}
