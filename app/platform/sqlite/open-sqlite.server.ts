import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { Kysely } from 'kysely';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { capabilitiesOf } from '#app/platform/database/capabilities.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { isUpgrading } from '#app/platform/database/paused-starts.server.ts';
import { countQuery } from '#app/platform/database/query-count.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { readingDialect, writingDialect } from './sqlite-dialect.server.ts';
import {
  findDamage,
  isAtRest,
  openForReading,
  openForWriting,
  readWalBytes,
  refuseOldSqlite,
  sqliteFile,
  UnusableDatabaseError,
} from './sqlite-file.server.ts';
import { SnapshotPool, SqliteReader } from './sqlite-reader.server.ts';
import { SqliteSearcher } from './sqlite-searcher.server.ts';
import { WriteGroup } from './sqlite-write-group.server.ts';
import { WRITE_WAIT_MS } from './sqlite-write-line.ts';
import { SqliteWriter, type WriterAlarms } from './sqlite-writer.server.ts';

/** After a crash, the file is checked for at most this long, because a start must not take longer. */
const CHECK_MS = 1000;

/**
 * Opens the town's file, and creates it if it does not exist. Throws when it can't be opened or is damaged, or when
 * this SQLite is too old. A separate thread writes; it starts at the first write.
 */
export function openSqlite(dataFolder: string, alarms: Partial<WriterAlarms> = {}): Database {
  const file = sqliteFile(dataFolder);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  prepareFile(file);
  const searcher = new SqliteSearcher(file);
  const reader = new SqliteReader(() => openForReading(file), searcher);
  const snapshots = new SnapshotPool(() => new SqliteReader(() => openForReading(file), searcher));
  const readers = { reader, snapshots };
  const writer = new SqliteWriter(file, { warn: () => undefined, broken: endProcess, ...alarms });
  const group = new WriteGroup(writer, () => isUpgrading(dataFolder));
  const write = handle(writingDialect(readers, group));
  const read = handle(readingDialect(readers));
  const close = async () => {
    await group.close();
    // Before the writer, so that the writer is the last connection and checkpoints all changes.
    reader.close();
    snapshots.close();
    await searcher.close();
    await writer.close();
    await read.destroy();
    await write.destroy();
  };
  return { read, write, capabilities: capabilitiesOf('sqlite'), changeCount: () => writer.reports, close };
}

function handle(dialect: ConstructorParameters<typeof Kysely>[0]['dialect']): Kysely<Tables> {
  return new Kysely<Tables>({ dialect, log: countQuery });
}

/** Creates the file, or brings it to its last durable state, before anything reads it. */
function prepareFile(file: string): void {
  refuseOldSqlite(process.versions.sqlite ?? '0');
  // To open it for writing is to read its whole schema once more.
  if (isAtRest(file)) return;
  const isNew = !existsSync(file);
  const wasCutShort = readWalBytes(file) > 0;
  const database = openForWriting(file, WRITE_WAIT_MS);
  try {
    if (isNew) chmodSync(file, 0o600);
    const damage = wasCutShort ? findDamage(database, CHECK_MS) : undefined;
    if (damage) throw new UnusableDatabaseError(describeDamage(file, damage));
  } finally {
    database.close();
  }
}

function describeDamage(file: string, damage: string): string {
  const words = damage.replaceAll(/\s+/g, ' ').slice(0, 200);
  return `The database ${file} is damaged (${words}). Restore the last backup: ${commandLine('restore FILE')}`;
}

/** Acknowledged writes are safe on the disk; nothing more can be saved, and nothing read can be trusted. */
function endProcess(problem: string): void {
  const error = new UnusableDatabaseError(
    `The database's disk has failed, and the file can no longer be used (${problem}). Run: ${commandLine('doctor')}`,
  );
  // As an uncaught exception, so that the process shuts down in order.
  setImmediate(() => {
    throw error;
  });
}
