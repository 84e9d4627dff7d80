import { type RawBuilder, sql } from 'kysely';
import type { WriteDb } from './handles.ts';
import { postgresAdapterOf } from './postgres-adapter.ts';

/**
 * For the end of a SELECT of rows that must not change until the transaction ends: others can read them (`share`) or
 * must wait (`update`). Rows that changed while it waited are read again. With `idle` it doesn't wait: rows that others
 * hold are left out. SQLite has one writer at a time and needs nothing.
 */
export function heldFor(
  db: WriteDb,
  purpose: 'share' | 'update' | 'idle',
  table: string,
): RawBuilder<unknown> {
  if (!postgresAdapterOf(db)) return sql``;
  if (purpose === 'idle') return sql`for share of ${sql.table(table)} skip locked`;
  return purpose === 'share' ? sql`for share of ${sql.table(table)}` : sql`for update of ${sql.table(table)}`;
}

/**
 * Makes others with one of these names wait until the transaction ends, whether or not there is a row yet. SQLite has
 * one writer at a time and needs nothing.
 */
export async function lockName(db: WriteDb, ...names: string[]): Promise<void> {
  if (!postgresAdapterOf(db)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
    db,
  );
}
