import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildTown } from '#app/moving/backup/restore/build-town.server.ts';
import { versionOfBelfry } from '#app/platform/command-line/belfry-version.ts';
import {
  isInBackups,
  listTownTables,
  type TownTable,
} from '#app/platform/database/tables/town-tables.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import type { DatabaseLocation } from '#app/platform/open-database.server.ts';
import {
  moveToFinalName,
  partialNameOf,
  removeLeftovers,
  withWorkFolder,
} from '#app/platform/storage/work-folder.server.ts';
import { BackupError, throwIfStopped, type Watching } from './backup-error.ts';
import { writeBackupFile } from './backup-file.server.ts';
import { backupFolderOf } from './backup-files.server.ts';
import { type EncryptFor, prepareEncryption } from './encryption.server.ts';
import {
  countManifestRows,
  describeDocument,
  formatWith,
  type Manifest,
  type TableEntry,
  type TownDocument,
  type WriteDocuments,
} from './manifest.ts';
import { PICTURE_FILES } from './picture-entries.server.ts';
import { type Snapshot, withSnapshot } from './snapshot.server.ts';
import { writeTableEntry } from './table-entry.server.ts';
import { countCurrentTown, type TownCounts } from './town-counts.server.ts';
import { countRows, readPages, type TownRow } from './town-rows.server.ts';

/** Why a backup was made; part of its name. */
type BackupKind = 'scheduled' | 'asked' | 'hand-over' | 'before-upgrade' | 'before-restore' | 'before-move';

export type BackupOptions = Watching & {
  location: DatabaseLocation;
  /** Where the work is done, and where the backup is stored unless `to` says otherwise. */
  dataFolder: string;
  media: MediaFiles;
  /** A path that must be free. */
  to?: string | undefined;
  kind: BackupKind;
  /** UTC epoch milliseconds. */
  now: number;
  encryptFor?: EncryptFor | undefined;
  writeDocuments?: WriteDocuments | undefined;
};

/** A backup that was opened again, restored and verified. */
export type TakenBackup = {
  file: string;
  bytes: number;
  rows: number;
  /** How many files of pictures and documents are missing or damaged, and therefore not in it. */
  lost: number;
  /** How many of them are of documents. */
  lostDocuments: number;
  /** What was counted in the restored town; undefined for a schema of an earlier version. */
  counts: TownCounts | undefined;
};

/**
 * Makes a backup of the whole town as of one moment. It gets its name only once it is complete, on the disk and
 * verified: opened again, every checksum and count compared, and restored into a database that passes the integrity
 * check. Throws BackupError; nothing incomplete stays.
 */
export async function takeBackup(options: BackupOptions): Promise<TakenBackup> {
  const { dataFolder, signal } = options;
  const folder = backupFolderOf(dataFolder);
  const file = options.to ?? nameBackup(folder, options);
  if (existsSync(file)) throw new BackupError(`${file} already exists. Choose another name.`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await removeLeftovers(dirname(file));
  const partial = partialNameOf(file);
  try {
    return await withWorkFolder(folder, async (work) => {
      const content = await write(partial, work, options);
      throwIfStopped(signal);
      const { size: bytes } = await stat(partial);
      await moveToFinalName(partial, file);
      return { file, bytes, ...content };
    });
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function write(
  partial: string,
  work: string,
  options: BackupOptions,
): Promise<Pick<TakenBackup, 'rows' | 'lost' | 'lostDocuments' | 'counts'>> {
  const { location, media, kind, now, encryptFor, writeDocuments, signal, onProgress } = options;
  let documents: TownDocument[] = [];
  const manifest = await withSnapshot(location, work, async (snapshot) => {
    documents = (await writeDocuments?.(snapshot.db)) ?? [];
    const dumped = await dumpTown(snapshot, work, { kind, now, signal, onProgress });
    const version = formatWith(documents.length);
    return { ...dumped, version, documents: documents.map(describeDocument) };
  });
  // Before the test restore needs as much again.
  await rm(join(work, 'snapshot.db'), { force: true });
  const encryption = encryptFor && (await prepareEncryption(encryptFor));
  await writeBackupFile(partial, manifest, work, { media, documents, encryption, signal });
  for (const { name } of manifest.tables) await rm(join(work, `${name}.jsonl.zst`));
  const trial = await buildTown(partial, join(work, 'trial.db'), {
    keys: encryption?.trial,
    signal,
    onProgress,
  });
  const counts = await countCurrentTown(trial.database.read, manifest.schema).finally(trial.database.close);
  const { lost, lostDocuments } = trial;
  return { rows: countManifestRows(manifest), lost, lostDocuments, counts };
}

/** Sorts by time and says why it was made. */
function nameBackup(folder: string, { now, kind }: BackupOptions): string {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const file = join(folder, `belfry-${time}-${kind}.belfry`);
  return existsSync(file)
    ? join(folder, `belfry-${time}-${kind}-${randomBytes(3).toString('hex')}.belfry`)
    : file;
}

/** Writes each table that belongs in a backup to a file in `folder`, and returns the manifest. */
async function dumpTown(
  { db, capabilities, schema }: Snapshot,
  folder: string,
  { kind, now, signal, onProgress }: Pick<BackupOptions, 'kind' | 'now' | keyof Watching>,
): Promise<Manifest> {
  const tables = (await listTownTables(schema.at(-1) as string)).filter(({ name }) => isInBackups(name));
  let total = 0;
  for (const { name } of tables) total += await countRows(db, name);
  let done = 0;
  const entries: TableEntry[] = [];
  for (const table of tables) {
    const pages = async function* () {
      for await (const page of readPages(db, capabilities, table)) {
        yield table.name === 'mail' ? page.map((row) => withoutLetter(table, row)) : page;
        done += page.length;
        onProgress?.('rows', done, total);
      }
    };
    const written = await writeTableEntry(join(folder, `${table.name}.jsonl.zst`), pages(), signal);
    const columns = table.columns.map(({ name }) => name);
    entries.push({ name: table.name, columns, ...written });
  }
  const madeAt = new Date(now).toISOString();
  const files = entries.find(({ name }) => name === PICTURE_FILES)?.rows ?? 0;
  return {
    format: 'belfry-backup',
    version: formatWith(0),
    madeBy: versionOfBelfry(),
    kind,
    madeAt,
    schema,
    tables: entries,
    media: { files },
  };
}

/** Emails contain links and addresses, and waiting ones must not be sent again after a restore. */
function withoutLetter({ columns }: TownTable, row: TownRow): TownRow {
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const kept = [...row];
  kept[at('recipient')] = null;
  kept[at('letter')] = null;
  kept[at('reply')] = null;
  if (row[at('settledAt')] === null) {
    kept[at('state')] = 'withdrawn';
    kept[at('settledAt')] = row[at('queuedAt')] as number;
  }
  return kept;
}
