/** A copy of the town in a SQLite file of its own, to be brought to another moment. */
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { textSources } from '#app/collections.server.ts';
import { indexTown, sinkIntoFile, transferRows } from '#app/moving/backup/restore/transfer-rows.server.ts';
import { copyDatabaseFile, withSnapshot } from '#app/moving/backup/snapshot.server.ts';
import type { OnDayProgress } from '#app/people/request/services.server.ts';
import { readDatabaseSize } from '#app/platform/database/database-size.server.ts';
import { listKnownMigrations } from '#app/platform/database/migrate-database.server.ts';
import {
  fillWithSchema,
  findTableHandling,
  listTownTables,
} from '#app/platform/database/tables/town-tables.server.ts';
import { type DatabaseLocation, openDatabase } from '#app/platform/open-database.server.ts';
import { openTownFile } from '#app/platform/sqlite/town-file.server.ts';

/** The day can't be shown. The message says why and what to do. */
class AsOfError extends Error {
  override name = 'AsOfError';
}

/** A larger database takes too long and too much of the disk. */
const MOST_BYTES = 8 * 1024 ** 3;
/** What stays free for the site itself, besides the copy and its changes. */
const LEAST_FREE_BYTES = 512 * 1024 ** 2;

/** Copies the whole town into `folder`, as of one moment. The site can keep running. */
export async function copyTown(
  from: DatabaseLocation,
  folder: string,
  onProgress: OnDayProgress,
): Promise<void> {
  const file = join(folder, 'belfry.db');
  if ('url' in from) await copyRows(from, file, { folder, onProgress });
  else await copyDatabaseFile(join(from.dataFolder, 'belfry.db'), file);
}

/** Throws AsOfError when a copy of the database in `folder` would be too large. */
export async function refuseWithoutSpace(from: DatabaseLocation, folder: string): Promise<void> {
  const bytes = await sizeOf(from);
  const { bavail, bsize } = await statfs(folder);
  if (bytes > MOST_BYTES) throw new AsOfError('The database is larger than 8 GB, so no copy is made of it.');
  if (bavail * bsize < 2 * bytes + LEAST_FREE_BYTES)
    throw new AsOfError(
      'There is not enough space on the disk for a copy of the town. Free some, and try again.',
    );
}

async function sizeOf(from: DatabaseLocation): Promise<number> {
  if (!('url' in from)) return (await stat(join(from.dataFolder, 'belfry.db'))).size;
  const { read, close } = openDatabase(from);
  try {
    return await readDatabaseSize(read);
  } finally {
    await close();
  }
}

/** Without what only logins and emails need. */
const LEFT_OUT = new Set(['mail', 'audit_entry']);

type Copying = { folder: string; onProgress: OnDayProgress };

async function copyRows(
  from: DatabaseLocation,
  file: string,
  { folder, onProgress }: Copying,
): Promise<void> {
  const newest = listKnownMigrations().at(-1) as string;
  const all = await listTownTables(newest);
  const tables = all.filter(({ name }) => findTableHandling(name) === 'carried' && !LEFT_OUT.has(name));
  await withSnapshot(from, folder, async (source) => {
    const { database, connection } = openTownFile(file);
    try {
      await fillWithSchema(file, newest);
      connection.exec('begin');
      await transferRows(source, sinkIntoFile(connection), {
        tables,
        onProgress: (_, done, total) => onProgress({ step: 'copying', done, total }),
      });
      connection.exec('commit');
      await indexTown(database.write, {
        textSources,
        onProgress: (_, done, total) => onProgress({ step: 'indexing', done, total }),
      });
    } finally {
      await database.close();
    }
  });
}
