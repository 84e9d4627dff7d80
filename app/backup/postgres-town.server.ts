import { sql } from 'kysely';
import { type Capabilities, capabilitiesOf } from '#app/database/capabilities.ts';
import { openDatabase } from '#app/database/connect.server.ts';
import type { WriteDb } from '#app/database/handles.ts';
import { listRunMigrations, migrate, refuseNewer } from '#app/database/migrate.server.ts';
import { listTownTables } from './town-tables.server.ts';

const KYSELY = ['kysely_migration', 'kysely_migration_lock'];

/**
 * Runs `work` in one transaction on a PostgreSQL database that has just been given this version's empty tables, in the
 * place of those it had: all of it is done, or, whatever happens, nothing.
 */
export async function inNewPostgresTown<Result>(
  url: string,
  work: (db: WriteDb, capabilities: Capabilities) => Promise<Result>,
): Promise<Result> {
  const { write, close } = openDatabase({ url });
  try {
    return await write.transaction().execute(async (db) => {
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
      await sql`set local lock_timeout = '10s'`.execute(db);
      await refuseNewer({ write: db });
      await dropTables(db);
      const capabilities = capabilitiesOf('postgres');
      await migrate({ read: db, write: db, capabilities, close: async () => undefined });
      const result = await work(db, capabilities);
      await sql`analyze`.execute(db);
      return result;
    });
  } finally {
    await close();
  }
}

/** The tables that its own migrations made, and the functions of their triggers. Whatever else is there is left alone. */
async function dropTables(db: WriteDb): Promise<void> {
  const last = (await listRunMigrations({ write: db })).at(-1);
  if (!last) return;
  const names = [...KYSELY, ...(await listTownTables(last)).map(({ name }) => name)];
  const { rows: functions } = await sql<{ name: string }>`
    select distinct proname as name from pg_trigger
    join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and relname in (${sql.join(names)})
    and relnamespace = current_schema()::regnamespace`.execute(db);
  await sql`drop table if exists ${sql.join(names.map((name) => sql.table(name)))} cascade`.execute(db);
  for (const { name } of functions) await sql`drop function if exists ${sql.id(name)}() cascade`.execute(db);
}
