/** Filling a PostgreSQL schema while everyone continues to use the present one, and changing places with it. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { BackupError } from '#app/moving/backup/backup-error.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';

/** Others never see it: it is created, emptied and dropped in one transaction. */
const SECOND = 'belfry_restore';

/** Whether the user in DATABASE_URL may create a schema: an owner of the database may. */
export async function mayCreateSchema(db: WriteDb): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_database_privilege(current_database(), 'create') as may`.execute(db);
  return rows[0]?.may === true;
}

/** What to do about it, when the site should continue to run. */
export async function describeNoSchema(db: WriteDb): Promise<BackupError> {
  const { rows } = await sql<{ grant: string }>`select
    format('GRANT CREATE ON DATABASE %I TO %I', current_database(), current_user) as grant`.execute(db);
  return new BackupError(
    `The user in DATABASE_URL may not create a schema, which a restore needs while the site runs. Nothing was changed. Run “${rows[0]?.grant}” as the owner of the database and try again, or stop the site and use the restore command on the server.`,
  );
}

/**
 * Runs `fill` in `db`'s transaction with an empty schema as the current one. Then `dropPresent` drops what has been in
 * its place, with the previous schema as the current one again, and everything that was created takes its place.
 */
export async function fillSecondSchema<Result>(
  db: WriteDb,
  fill: () => Promise<Result>,
  dropPresent: () => Promise<void>,
): Promise<Result> {
  const { rows } = await sql<{ place: string; path: string }>`select
    current_schema() as place, current_setting('search_path') as path`.execute(db);
  const { place = '', path = '' } = rows[0] ?? {};
  await sql`create schema ${sql.id(SECOND)}`.execute(db);
  await setPath(db, SECOND);
  const result = await fill();
  const moves = await listMoves(db, place);
  await setPath(db, path);
  await dropPresent();
  // At once, because readers wait. Dropping the schema fails if anything is left in it.
  await sql.raw(`${moves.join('; ')}; drop schema ${SECOND}`).execute(db);
  return result;
}

/** Until the end of the transaction. */
async function setPath(db: WriteDb, path: string): Promise<void> {
  await sql`select set_config('search_path', ${path}, true)`.execute(db);
}

/**
 * The statements that move everything to `place`. Indexes, constraints, triggers and the sequences of columns go with
 * their tables. What migrations create in place of an earlier one is replaced; nothing else in `place` is dropped.
 */
async function listMoves(db: WriteDb, place: string): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    with own as (select oid as schema from pg_namespace where nspname = ${SECOND}), objects as (
      select 'text search configuration' as kind, quote_ident(cfgname) as name, true as is_replacing
      from pg_ts_config join own on cfgnamespace = schema
      union all
      select 'text search dictionary', quote_ident(dictname), true
      from pg_ts_dict join own on dictnamespace = schema
      union all
      select 'function', format('%I(%s)', proname, pg_get_function_identity_arguments(pg_proc.oid)), true
      from pg_proc join own on pronamespace = schema
      union all
      select case relkind when 'v' then 'view' else 'table' end, quote_ident(relname), false
      from pg_class join own on relnamespace = schema where relkind in ('r', 'v')
    )
    select case when is_replacing then format('drop %s if exists %I.%s; ', kind, ${place}::text, name) else '' end
      || format('alter %s %I.%s set schema %I', kind, ${SECOND}::text, name, ${place}::text) as statement
    from objects order by kind`.execute(db);
  return rows.map(({ statement }) => statement);
}

const MOST_TRIES = 60;
const PAUSE_MS = 500;

/**
 * Keeps everyone from the tables until the transaction ends. It waits for a long reader, such as a backup, without
 * keeping others waiting behind it. Throws `busy` after a minute.
 */
export async function lockOut(db: WriteDb, tables: string[], busy: BackupError): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(`${PAUSE_MS}ms`)}`.execute(db);
  for (let turn = 1; ; turn++) {
    await sql`savepoint locking`.execute(db);
    try {
      await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in access exclusive mode`.execute(
        db,
      );
      return;
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (turn === MOST_TRIES) throw busy;
      await sql`rollback to savepoint locking`.execute(db);
      await wait(PAUSE_MS);
    }
  }
}

/** Lock timeout; deadlock. */
export function isLocked(error: unknown): boolean {
  return ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');
}
