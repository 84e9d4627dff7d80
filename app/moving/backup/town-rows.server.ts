import { type RawBuilder, sql } from 'kysely';
import type { Capabilities } from '#app/platform/database/capabilities.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { TownColumn, TownTable } from '#app/platform/database/tables/town-tables.server.ts';

/** A row as a list of values in the order of its table's columns, the same for both databases. */
export type TownRow = (string | number | null)[];

const PAGE_ROWS = 1000;

/**
 * All rows of a table, a page at a time, in the byte order of its key: the same on both databases. Call it in a
 * transaction, or on a database that no one writes to.
 */
export async function* readPages(
  db: WriteDb,
  { dialect }: Capabilities,
  { name, columns, key }: TownTable,
): AsyncGenerator<TownRow[]> {
  const bytewise = dialect === 'sqlite' ? sql`collate binary` : sql`collate "C"`;
  const kinds = new Map(columns.map((column) => [column.name, column.kind]));
  const keyColumns = key.map((column) =>
    kinds.get(column) === 'text' ? sql`${sql.ref(column)} ${bytewise}` : sql.ref(column),
  );
  const keyAt = key.map((column) => columns.findIndex((each) => each.name === column));
  const selected = sql.join(columns.map((column) => sql.ref(column.name)));
  let after: RawBuilder<unknown> = sql``;
  while (true) {
    const { rows } = await sql<Record<string, unknown>>`select ${selected} from ${sql.table(name)} ${after}
      order by ${sql.join(keyColumns)} limit ${PAGE_ROWS}`.execute(db);
    if (rows.length === 0) return;
    const page = rows.map((row) => columns.map((column) => carriedValueOf(row[column.name])));
    yield page;
    const last = page.at(-1) as TownRow;
    after = sql`where (${sql.join(keyColumns)}) > (${sql.join(keyAt.map((at) => last[at]))})`;
  }
}

/** How many rows a table has. */
export async function countRows(db: WriteDb, table: string): Promise<number> {
  const { rows } = await sql<{ count: number | bigint | string }>`
    select count(*) as count from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count);
}

function carriedValueOf(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  if (typeof value === 'bigint') return Number(value);
  throw new Error(`a value of type ${typeof value} has no place in a backup`);
}

/** Whether the values are valid for the columns. */
export function fitsColumns(values: unknown, columns: TownColumn[]): values is TownRow {
  return (
    Array.isArray(values) &&
    values.length === columns.length &&
    values.every((value, at) => fitsColumn(value, columns[at] as TownColumn))
  );
}

function fitsColumn(value: unknown, { kind, mayBeNull }: TownColumn): boolean {
  if (value === null) return mayBeNull;
  if (kind === 'integer') return Number.isSafeInteger(value);
  if (kind === 'text') return typeof value === 'string';
  return typeof value === 'string' || typeof value === 'number';
}
