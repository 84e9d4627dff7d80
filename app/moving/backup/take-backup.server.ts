import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildTown } from '#app/moving/backup/restore/build-town.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import type { DatabaseLocation } from '#app/platform/open-database.server.ts';
import {
  moveToFinalName,
  partialNameOf,
  removeLeftovers,
  withWorkFolder,
} from '#app/platform/storage/work-folder.server.ts';
import { BackupError, type OnProgress, throwIfStopped } from './backup-error.ts';
import { writeBackupFile } from './backup-file.server.ts';
import { backupFolderOf } from './backup-files.server.ts';
import { dumpTown } from './dump-town.server.ts';
import { type EncryptFor, prepareEncryption } from './encryption.server.ts';
import { countManifestRows, formatWith } from './manifest.ts';
import { withSnapshot } from './snapshot.server.ts';
import { countCurrentTown, type TownCounts } from './town-counts.server.ts';
import { describeDocument, type TownDocument, type WriteDocuments } from './town-document.ts';

/** Why a backup was made; part of its name. */
type BackupKind = 'scheduled' | 'asked' | 'hand-over' | 'before-upgrade' | 'before-restore' | 'before-move';

export type BackupOptions = {
  location: DatabaseLocation;
  /** Where the work is done, and where the backup is stored unless `to` says otherwise. */
  dataFolder: string;
  /** The files of the town's pictures. */
  media: MediaFiles;
  /** A path that must be free. */
  to?: string | undefined;
  kind: BackupKind;
  /** UTC epoch milliseconds. */
  now: number;
  encryptFor?: EncryptFor | undefined;
  writeDocuments?: WriteDocuments | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
};

/** A backup that was opened again, restored and verified. */
export type TakenBackup = {
  file: string;
  bytes: number;
  rows: number;
  /** How many files of pictures are missing or damaged, and therefore not in it. */
  lost: number;
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
): Promise<Pick<TakenBackup, 'rows' | 'lost' | 'counts'>> {
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
  return { rows: countManifestRows(manifest), lost: trial.lost, counts };
}

/** Sorts by time and says why it was made. */
function nameBackup(folder: string, { now, kind }: BackupOptions): string {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const file = join(folder, `belfry-${time}-${kind}.belfry`);
  return existsSync(file)
    ? join(folder, `belfry-${time}-${kind}-${randomBytes(3).toString('hex')}.belfry`)
    : file;
}
