import { BackupError, throwIfStopped, type Watching } from '#app/moving/backup/backup-error.ts';
import { altered, newer, readBackupFile } from '#app/moving/backup/backup-file.server.ts';
import type { OpeningKeys } from '#app/moving/backup/encryption.server.ts';
import {
  countManifestRows,
  type DocumentName,
  type Manifest,
  type TableEntry,
} from '#app/moving/backup/manifest.ts';
import { openFileChecks } from '#app/moving/backup/picture-entries.server.ts';
import { countRows, fitsColumns } from '#app/moving/backup/town-rows.server.ts';
import { listKnownMigrations } from '#app/platform/database/migrate-database.server.ts';
import type { PictureFileRow } from '#app/platform/database/tables/tables.ts';
import {
  fillWithSchema,
  isInBackups,
  listTownTables,
  type TownTable,
} from '#app/platform/database/tables/town-tables.server.ts';
import { toReleasedNames } from '#app/platform/database/unreleased-migrations.ts';
import { isDocumentFile } from '#app/platform/media/stored-name.ts';
import { listDamages, openTownFile, type TownFile } from '#app/platform/sqlite/town-file.server.ts';
import { sinkIntoFile } from './transfer-rows.server.ts';

type Building = Watching & {
  keys?: OpeningKeys | undefined;
  /** Called with each file of a picture, after all rows. */
  onPicture?: ((row: PictureFileRow, content: Uint8Array<ArrayBuffer>) => Promise<void>) | undefined;
};

/**
 * `lost` is how many files of pictures and documents were missing or damaged when the backup was made, `lostDocuments` how
 * many of them are of documents.
 */
export type BuiltTown = TownFile & {
  manifest: Manifest;
  documents: Partial<Record<DocumentName, string>>;
  lost: number;
  lostDocuments: number;
};

/**
 * Creates a SQLite database from a backup under a name that must be free: every byte of the backup is checked, every
 * row counted, every file of a picture compared with its checksum, and the database checked for integrity. It has the backup's schema. The caller must close it. Throws
 * BackupError as `readBackupFile` does.
 */
export async function buildTown(
  backup: string,
  file: string,
  { keys, signal, onProgress, onPicture }: Building,
): Promise<BuiltTown> {
  const town = openTownFile(file);
  try {
    const sink = sinkIntoFile(town.connection);
    let tables = new Map<string, TownTable>();
    let [done, total, lost, lostDocuments] = [0, 0, 0, 0];
    const documents: BuiltTown['documents'] = {};
    let check: ReturnType<typeof openFileChecks> | undefined;
    const manifest = await readBackupFile(backup, {
      keys,
      signal,
      async onManifest(manifest) {
        total = countManifestRows(manifest);
        tables = await expectTables(manifest, backup);
        await fillWithSchema(file, schemaOf(manifest, backup).at(-1) as string);
        town.connection.exec('begin');
        await emptyTables(town, manifest);
      },
      onDocument(name, text) {
        documents[name] = text;
      },
      async onRows({ name }, rows) {
        throwIfStopped(signal);
        const table = tables.get(name) as TownTable;
        if (!rows.every((row) => fitsColumns(row, table.columns))) throw altered(backup, name);
        await sink.write(table, rows);
        done += rows.length;
        onProgress?.('rows read back', done, total);
      },
      async onFile(name, size, read) {
        throwIfStopped(signal);
        check ??= openFileChecks(town.connection);
        const checked = await check(name, size, read);
        if (checked === 'lost') {
          lost++;
          if (isDocumentFile(name)) lostDocuments++;
        } else if (checked !== 'altered') await onPicture?.(checked.row, checked.content);
        return checked !== 'altered';
      },
    });
    town.connection.exec('commit');
    await examine(town, manifest, backup);
    return { ...town, manifest, documents, lost, lostDocuments };
  } catch (error) {
    await town.database.close();
    const { code, errcode = 0 } = error as { code?: string; errcode?: number };
    // A row that violates a constraint of the schema.
    if (code === 'ERR_SQLITE_ERROR' && (errcode & 0xff) === 19) throw altered(backup);
    throw error;
  }
}

/** The tables a backup must have, in its own order. Throws BackupError when it has others. */
async function expectTables(manifest: Manifest, backup: string): Promise<Map<string, TownTable>> {
  const { tables } = manifest;
  const schema = schemaOf(manifest, backup);
  const known = listKnownMigrations();
  if (schema.some((name) => !known.includes(name))) throw newer(backup, manifest.madeBy);
  if (schema.some((name, at) => name !== known[at])) throw altered(backup);
  const expected = (await listTownTables(schema.at(-1) as string)).filter(({ name }) => isInBackups(name));
  const matches = (entry: TableEntry | undefined, table: TownTable) =>
    entry?.name === table.name && entry.columns.join() === table.columns.map(({ name }) => name).join();
  if (tables.length !== expected.length || !expected.every((table, at) => matches(tables[at], table)))
    throw altered(backup);
  return new Map(expected.map((table) => [table.name, table]));
}

/** The backup's migrations by the names of this version. */
function schemaOf({ schema }: Manifest, backup: string): string[] {
  try {
    return toReleasedNames(schema);
  } catch (error) {
    throw new BackupError(`${backup} cannot be restored. ${(error as Error).message}`);
  }
}

/** Rows that migrations inserted. */
async function emptyTables({ connection }: TownFile, { tables }: Manifest): Promise<void> {
  for (const { name } of tables) {
    const { count } = connection.prepare(`select count(*) as count from "${name}"`).get() as {
      count: number;
    };
    if (count > 0) connection.exec(`delete from "${name}"`);
  }
}

async function examine(
  { database, connection }: TownFile,
  { tables }: Manifest,
  backup: string,
): Promise<void> {
  for (const { name, rows } of tables) {
    if ((await countRows(database.write, name)) !== rows) throw altered(backup, name);
  }
  const [damage] = listDamages(connection);
  if (damage)
    throw new BackupError(`The database restored from ${backup} is damaged (${damage}). Use another backup.`);
}
