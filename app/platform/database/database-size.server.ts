import { sql } from 'kysely';
import type { ReadDb } from './handles.ts';

/** The size of a PostgreSQL database on its server's disk, in bytes. */
export async function readDatabaseSize(db: ReadDb): Promise<number> {
  const query = sql<{ size: string }>`select pg_database_size(current_database()) as size`;
  // Every handle is a Kysely; the narrower type only hides the methods that write.
  const { rows } = await query.execute(db as never);
  return Number(rows[0]?.size ?? 0);
}
