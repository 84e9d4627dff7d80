import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { BackupError } from '#app/moving/backup/backup-error.ts';
import { type Capabilities, capabilitiesOf } from '#app/platform/database/capabilities.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { listRunMigrations, migrate, refuseNewer } from '#app/platform/database/migrate-database.server.ts';
import { findTableHandling, listTownTables } from '#app/platform/database/tables/town-tables.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { MIGRATION_LOCK } from '#app/platform/postgres/open-postgres.server.ts';
import { describeRunning, refuseBusyServer } from './running-site.server.ts';

const KYSELY = ['kysely_migration', 'kysely_migration_lock'];

/** `isLive`: a site is running on the database, whose town has nothing yet. */
type Replacing = {
  url: string;
  before: string;
  isLive?: boolean;
  /** The tables of the present town if a newer version has created them, which only that version knows. */
  presentTables?: string[] | undefined;
};

/** A running site itself uses its tables for a moment only. */
const BUSY = new BackupError(
  'Another program, such as a backup of the database, is using its tables. Nothing was changed. Try again in a few minutes.',
);

/** Fills this version's empty tables. */
type Filling<Result> = (db: WriteDb, capabilities: Capabilities) => Promise<Result>;

/**
 * Replaces the town in a PostgreSQL database in one transaction: completely or not at all. From beginning to end no one
 * else can write or migrate, and until just before the end everyone can read the present town: the new one is filled in
 * a second schema. A user that may create none replaces the town in its place, which keeps readers waiting, so only
 * while no site runs. `prepare` reads the current state with `db` or other connections, and returns the function that
 * fills the new tables. Throws BackupError when a site runs on the database. `before` says what is about to happen:
 * "restoring".
 */
export async function replacePostgresTown<Result>(
  { url, before, isLive = false, presentTables }: Replacing,
  prepare: (db: WriteDb) => Promise<Filling<Result>>,
): Promise<Result> {
  const { write, close } = openDatabase({ url });
  try {
    return await write.transaction().execute(async (db) => {
      const busy = isLive ? BUSY : describeRunning(before);
      await keepOthersOut(db, busy, presentTables);
      if (!isLive) await refuseBusyServer(db, before);
      const isBeside = await mayCreateSchema(db);
      if (isLive && !isBeside) throw await describeNoSchema(db);
      const fill = await prepare(db);
      const create = () => createTown(db, fill);
      const drop = () => dropTown(db, busy, presentTables);
      if (isBeside) return fillSecondSchema(db, create, drop);
      await drop();
      return create();
    });
  } finally {
    await close();
  }
}

async function createTown<Result>(db: WriteDb, fill: Filling<Result>): Promise<Result> {
  const capabilities = capabilitiesOf('postgres');
  await migrate({ read: db, write: db, capabilities, close: async () => undefined });
  const result = await fill(db, capabilities);
  const tables = (await findOwnTables(db)).map((name) => sql.table(name));
  await sql`analyze ${sql.join(tables)}`.execute(db);
  return result;
}

/**
 * Until the transaction ends, others can read the current tables but not write to them, except what no restore brings
 * back: a running site writes leases of its jobs every few seconds. The migration lock keeps a site that starts on an
 * empty database from creating tables.
 */
async function keepOthersOut(db: WriteDb, busy: BackupError, presentTables?: string[]): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
  await sql`set local lock_timeout = '10s'`.execute(db);
  try {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db);
    if (!presentTables) await refuseNewer({ write: db });
    const names = (await findOwnTables(db, presentTables)).filter(isLasting);
    const tables = names.map((name) => sql.table(name));
    if (tables.length > 0) await sql`lock table ${sql.join(tables)} in exclusive mode`.execute(db);
  } catch (error) {
    throw isLocked(error) ? busy : error;
  }
}

function isLasting(table: string): boolean {
  return !['derived', 'secret'].includes(findTableHandling(table));
}

/** The names of the tables that the migrations of the town in the database have created. */
export async function listPresentTables(db: WriteDb): Promise<string[]> {
  const last = (await listRunMigrations({ write: db })).at(-1);
  return last ? (await listTownTables(last)).map(({ name }) => name) : [];
}

/**
 * Until the transaction ends, everyone can read the town, and no one can change it. Throws BackupError when another
 * program uses its tables.
 */
export function lockPostgresTown(db: WriteDb): Promise<void> {
  return keepOthersOut(db, BUSY);
}

/** The tables in the current schema that its migrations created, as far as they have run, and Kysely's. */
async function findOwnTables(db: WriteDb, presentTables?: string[]): Promise<string[]> {
  const own = [...KYSELY, ...(presentTables ?? (await listPresentTables(db)))];
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
    and relname in (${sql.join(own)}) order by relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** The tables that its own migrations created, and the functions of their triggers. Everything else is left alone. */
async function dropTown(db: WriteDb, busy: BackupError, presentTables?: string[]): Promise<void> {
  const names = await findOwnTables(db, presentTables);
  if (names.length === 0) return;
  const { rows: functions } = await sql<{ name: string }>`
    select distinct proname as name from pg_trigger
    join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and relname in (${sql.join(names)})
    and relnamespace = current_schema()::regnamespace`.execute(db);
  await lockOut(db, names, busy);
  await sql`drop table ${sql.join(names.map((name) => sql.table(name)))} cascade`.execute(db);
  if (functions.length === 0) return;
  const calls = functions.map(({ name }) => sql`${sql.id(name)}()`);
  await sql`drop function if exists ${sql.join(calls)} cascade`.execute(db);
}

/** Others never see it: it is created, emptied and dropped in one transaction. */
const SECOND = 'belfry_restore';

/** Whether the user in DATABASE_URL may create a schema: an owner of the database may. */
async function mayCreateSchema(db: WriteDb): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_database_privilege(current_database(), 'create') as may`.execute(db);
  return rows[0]?.may === true;
}

/** What to do about it, when the site should continue to run. */
async function describeNoSchema(db: WriteDb): Promise<BackupError> {
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
async function fillSecondSchema<Result>(
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
async function lockOut(db: WriteDb, tables: string[], busy: BackupError): Promise<void> {
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
function isLocked(error: unknown): boolean {
  return ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');
}
