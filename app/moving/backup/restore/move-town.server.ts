import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { BackupError, throwIfStopped, type Watching } from '#app/moving/backup/backup-error.ts';
import { withSnapshot } from '#app/moving/backup/snapshot.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { lockDataFolder } from '#app/platform/database/data-folder-lock.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import {
  listKnownMigrations,
  listRunMigrations,
  refuseNewer,
} from '#app/platform/database/migrate-database.server.ts';
import {
  fillWithSchema,
  findTableHandling,
  listTownTables,
  type TownTable,
} from '#app/platform/database/tables/town-tables.server.ts';
import { copyPictureFiles } from '#app/platform/media/copy-picture-files.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { type DatabaseLocation, openDatabase } from '#app/platform/open-database.server.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';
import { listDamages, openTownFile } from '#app/platform/sqlite/town-file.server.ts';
import {
  moveToFinalName,
  removeLeftovers,
  withWorkFolder,
} from '#app/platform/storage/work-folder.server.ts';
import { replacePostgresTown } from './postgres-town.server.ts';
import { refuseRunningSite } from './running-site.server.ts';
import {
  compareRows,
  indexTown,
  type RowSource,
  sinkIntoFile,
  sinkIntoPostgres,
  transferRows,
} from './transfer-rows.server.ts';

type MoveOptions = Watching & {
  /** All collections of the town, which are indexed again. */
  textSources: TextSource[];
  from: DatabaseLocation;
  to: DatabaseLocation;
  /** Where a copy of the source database can be stored meanwhile. */
  dataFolder: string;
  /** Where the files of pictures are, and where they will be if that is another place. */
  media?: { from: MediaFiles; to: MediaFiles } | undefined;
  /** The moved town, before anyone uses it: for recording what is done. */
  note: (db: WriteDb) => Promise<void>;
};

/** `lost` is how many files of pictures were not copied because they are missing or damaged. */
type Moved = { rows: number; lost: number };

/**
 * Copies a town with everything it has, including sessions and tokens, into an empty database, compares the two value
 * by value. All of it is there in the end, or nothing. The source database stays
 * as it is. Throws BackupError: a site runs on it, it has another version, or the target is not empty.
 */
export async function moveTown(options: MoveOptions): Promise<Moved> {
  const { from } = options;
  const hold = 'url' in from ? undefined : lockDataFolder(from.dataFolder, 'a move');
  try {
    return await move(options);
  } finally {
    hold?.release();
  }
}

async function move(options: MoveOptions): Promise<Moved> {
  const { from, to, dataFolder } = options;
  await refuseRunningSite(from, 'moving');
  await refuseFilledTarget(to);
  const latest = listKnownMigrations().at(-1) as string;
  const all = await listTownTables(latest);
  const tables = all.filter(({ name }) => findTableHandling(name) !== 'derived');
  return withWorkFolder(dataFolder, (work) =>
    withSnapshot(from, work, async (source) => {
      if (source.schema.at(-1) !== latest)
        throw new BackupError(`The database is from an older version. First run: ${commandLine('migrate')}`);
      const lost = await movePictures(source, work, options);
      const rows =
        'url' in to
          ? await moveIntoPostgres(to.url, source, tables, options)
          : await moveIntoFolder(to.dataFolder, source, tables, options);
      return { rows, lost };
    }),
  );
}

/** First, so that the moved town has its pictures as soon as it is there. */
async function movePictures(
  { db }: RowSource,
  work: string,
  { media, to, signal }: MoveOptions,
): Promise<number> {
  if (!media) return 0;
  const copy = (workFolder: string) =>
    copyPictureFiles(db, { ...media, workFolder, onFile: () => throwIfStopped(signal) });
  return 'url' in to ? copy(work) : withWorkFolder(to.dataFolder, copy);
}

async function refuseFilledTarget(to: DatabaseLocation): Promise<void> {
  if (!('url' in to)) {
    const file = join(to.dataFolder, 'belfry.db');
    if (existsSync(file)) throw filled(`${file} already exists`);
    return;
  }
  const { write, close } = openDatabase(to);
  await refuseFilledTown(write).finally(close);
}

async function refuseFilledTown(db: WriteDb): Promise<void> {
  await refuseNewer({ write: db });
  const last = (await listRunMigrations({ write: db })).at(-1);
  if (!last) return;
  for (const { name } of await listTownTables(last)) {
    // What a first start writes does not count as a town.
    if (findTableHandling(name) !== 'carried') continue;
    const isOwn = name === 'town_setting' ? sql`where "name" not in ('firstStart', 'siteUrls')` : sql``;
    const { rows } = await sql`select 1 from ${sql.table(name)} ${isOwn} limit 1`.execute(db);
    if (rows.length > 0) throw filled(`its table ${name} has rows`);
  }
}

function filled(why: string): BackupError {
  return new BackupError(`The target database is not empty: ${why}. Use an empty one. Nothing was changed.`);
}

function moveIntoPostgres(
  url: string,
  source: RowSource,
  tables: TownTable[],
  options: MoveOptions,
): Promise<number> {
  return replacePostgresTown({ url, before: 'moving' }, async (target) => {
    await refuseFilledTown(target);
    return async (db, capabilities) => {
      const rows = await transferRows(source, sinkIntoPostgres(db), { ...options, tables });
      await compareRows(source, { db, capabilities }, { ...options, tables });
      await indexTown(db, options);
      await options.note(db);
      return rows;
    };
  });
}

async function moveIntoFolder(
  folder: string,
  source: RowSource,
  tables: TownTable[],
  options: MoveOptions,
): Promise<number> {
  await removeLeftovers(folder);
  return withWorkFolder(folder, async (work) => {
    const file = join(work, 'belfry.db');
    const { database, connection } = openTownFile(file);
    try {
      await fillWithSchema(file, listKnownMigrations().at(-1) as string);
      connection.exec('begin');
      const rows = await transferRows(source, sinkIntoFile(connection), { ...options, tables });
      const copied = { db: database.write, capabilities: database.capabilities };
      await compareRows(source, copied, { ...options, tables });
      await options.note(database.write);
      connection.exec('commit');
      await indexTown(database.write, options);
      const [damage] = listDamages(connection);
      if (damage) throw new BackupError(`The copy is damaged (${damage}). Nothing was changed.`);
      await database.close();
      await moveToFinalName(file, join(folder, 'belfry.db'));
      return rows;
    } finally {
      await database.close();
    }
  });
}
