import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { BackupError, throwIfStopped, type Watching } from '#app/moving/backup/backup-error.ts';
import { countRows, readPages, type TownRow } from '#app/moving/backup/town-rows.server.ts';
import type { Capabilities } from '#app/platform/database/capabilities.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { TownTable } from '#app/platform/database/tables/town-tables.server.ts';
import { documentText } from '#app/platform/search-index/document-text.ts';
import { indexStaleItems } from '#app/platform/search-index/index-items.server.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';

/** Inserts rows into an empty database with its schema. */
type RowSink = { write: (table: TownTable, rows: TownRow[]) => Promise<void> };

/**
 * Into a file of this process; everything in one transaction that the caller begins and ends. With `or ignore`,
 * existing rows stay.
 */
export function sinkIntoFile(connection: DatabaseSync, conflict: '' | 'or ignore' = ''): RowSink {
  let last: { table: TownTable; statement: StatementSync } | undefined;
  return {
    async write(table, rows) {
      if (last?.table !== table) last = { table, statement: prepareInsert(connection, table, conflict) };
      for (const row of rows) last.statement.run(...row);
      // Hours of rows must not delay a signal.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function prepareInsert(
  connection: DatabaseSync,
  { name, columns }: TownTable,
  conflict: string,
): StatementSync {
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  const places = columns.map(() => '?').join(', ');
  return connection.prepare(`insert ${conflict} into "${name}" (${names}) values (${places})`);
}

/** Into PostgreSQL, a page per statement with one parameter; `transaction` is the caller's. */
export function sinkIntoPostgres(transaction: WriteDb): RowSink {
  return {
    async write({ name, columns }, rows) {
      const names = sql.join(columns.map((column) => sql.ref(column.name)));
      const json = JSON.stringify(
        rows.map((row) => Object.fromEntries(columns.map((column, at) => [column.name, row[at]]))),
      );
      await sql`insert into ${sql.table(name)} (${names})
        select ${names} from json_populate_recordset(null::${sql.table(name)}, ${json}::json)`.execute(
        transaction,
      );
    },
  };
}

/** A database to read from, as of one moment. */
export type RowSource = { db: WriteDb; capabilities: Capabilities };

type Transferring = Watching & { tables: TownTable[] };

/** Copies every row of the tables into another database, whose tables are empty, and returns how many. */
export async function transferRows(
  source: RowSource,
  sink: RowSink,
  { tables, signal, onProgress }: Transferring,
): Promise<number> {
  const total = await countAll(source.db, tables);
  let done = 0;
  for (const table of tables) {
    for await (const page of readPages(source.db, source.capabilities, table)) {
      throwIfStopped(signal);
      await sink.write(table, page);
      done += page.length;
      onProgress?.('rows', done, total);
    }
  }
  return done;
}

/** Compares the tables of two databases row by row, value by value. Throws BackupError at the first difference. */
export async function compareRows(
  one: RowSource,
  other: RowSource,
  { tables, signal, onProgress }: Transferring,
): Promise<void> {
  const total = await countAll(one.db, tables);
  let done = 0;
  for (const table of tables) {
    const copies = readPages(other.db, other.capabilities, table);
    for await (const page of readPages(one.db, one.capabilities, table)) {
      throwIfStopped(signal);
      const { value: copy } = await copies.next();
      if (JSON.stringify(copy) !== JSON.stringify(page)) throw differs(table);
      done += page.length;
      onProgress?.('rows compared', done, total);
    }
    if (!(await copies.next()).done) throw differs(table);
  }
}

async function countAll(db: WriteDb, tables: TownTable[]): Promise<number> {
  let total = 0;
  for (const { name } of tables) total += await countRows(db, name);
  return total;
}

function differs({ name }: TownTable): BackupError {
  return new BackupError(`The copy of ${name} differs from the original. Nothing was changed.`);
}

type Indexing = Watching & { textSources: TextSource[] };

/** Indexes everything for search in a town that was built from rows, before anyone uses it. */
export async function indexTown(db: WriteDb, { textSources, signal, onProgress }: Indexing): Promise<void> {
  await indexStaleItems(db, [...textSources, documentText], {
    ...(signal && { signal }),
    onProgress: (done, total) => onProgress?.('items indexed', done, total),
  });
  throwIfStopped(signal);
}
