import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { TownRow } from '#app/moving/backup/town-rows.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { TownTable } from '#app/platform/database/tables/town-tables.server.ts';

/** Inserts rows into an empty database with its schema. */
export type RowSink = { write: (table: TownTable, rows: TownRow[]) => Promise<void> };

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
