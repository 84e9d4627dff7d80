import { sql } from 'kysely';
import { BackupError } from '#app/moving/backup/backup-error.ts';
import { readBackupFile } from '#app/moving/backup/backup-file.server.ts';
import { listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import type { Manifest } from '#app/moving/backup/manifest.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { listRunMigrations } from '#app/platform/database/migrate-database.server.ts';

/** What a restore of the backup from before the last upgrade would lose. */
export type Losses = {
  backup: string;
  /** ISO text in UTC. */
  madeAt: string;
  /** The migrations that had run then. */
  schema: string[];
  /** How many of each there are more than then. */
  counts: Record<string, number>;
};

/** Tables that only grow, or whose rows people would miss, and what a row is. */
const counted = {
  picture: 'pictures',
  site_user: 'accounts',
  poll_voter: 'votes',
  newsletter_subscriber: 'subscribers',
} as const;

/** Throws BackupError when there is no such backup. */
export async function countLosses(database: Database, dataFolder: string): Promise<Losses> {
  const done = await listRunMigrations(database);
  const { file, manifest } = await findBackupBefore(dataFolder, done);
  const { write } = database;
  const { rows: saves } = await sql<{ count: number }>`
    select count(*) as count from "item_revision" where "savedAt" > ${Date.parse(manifest.madeAt)}`.execute(
    write,
  );
  const counts: Record<string, number> = { 'saved changes': Number(saves[0]?.count) };
  for (const [table, name] of Object.entries(counted)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      write,
    );
    const before = manifest.tables.find((entry) => entry.name === table)?.rows ?? 0;
    counts[name] = Math.max(0, Number(rows[0]?.count) - before);
  }
  return { backup: file, madeAt: manifest.madeAt, schema: manifest.schema, counts };
}

/** The newest one that was made before an upgrade and has fewer migrations than the database. */
async function findBackupBefore(
  dataFolder: string,
  done: string[],
): Promise<{ file: string; manifest: Manifest }> {
  for (const { kind, file } of await listBackupFiles(dataFolder)) {
    const manifest = kind === 'before-upgrade' ? await readManifest(file) : undefined;
    if (manifest && done.some((name) => !manifest.schema.includes(name))) return { file, manifest };
  }
  throw new BackupError(
    `The previous version can't read the upgraded database, and there is no backup from before the upgrade in ${dataFolder}. Nothing was changed.`,
  );
}

/** Undefined when the file is damaged. Reads its beginning only. */
async function readManifest(file: string): Promise<Manifest | undefined> {
  let found: Manifest | undefined;
  const stop = async (manifest: Manifest) => {
    found = manifest;
    throw new BackupError('That is enough.');
  };
  await readBackupFile(file, { onManifest: stop, onRows: async () => undefined }).catch(() => undefined);
  return found;
}
