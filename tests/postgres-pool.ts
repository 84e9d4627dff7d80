/**
 * Migrated PostgreSQL databases, which the tests of a process use one after the other: to create one takes a hundred
 * times as long as to empty one.
 */
import pg from 'pg';
import { createPostgresDatabase, type PostgresDatabase } from './postgres-database.ts';

/** What must be as before for a database to be used again. */
type Pristine = { catalog: string; rows: Record<string, object[]>; sequences: string[] };

type PooledDatabase = PostgresDatabase & { pristine: Pristine };

/** Larger tables, in bytes, would slow down later tests. */
const MOST_SIZE = 4 * 1024 * 1024;

const CATALOGS = [
  ...['pg_class', 'pg_attribute', 'pg_attrdef', 'pg_proc', 'pg_trigger', 'pg_constraint', 'pg_index'],
  ...['pg_type', 'pg_namespace', 'pg_extension'],
];

const INSUFFICIENT_PRIVILEGE = '42501';

const free: PooledDatabase[] = [];

/** Runs `body` on a database as `template` has it. The last ones are dropped with the template. */
export async function withPooledDatabase<Result>(
  serverUrl: string,
  template: string,
  body: (url: string) => Promise<Result>,
): Promise<Result> {
  const database = free.pop() ?? (await createPooled(serverUrl, template));
  let isReusable = false;
  try {
    const result = await body(database.url);
    isReusable = await restore(database);
    return result;
  } finally {
    if (isReusable) free.push(database);
    else await database.drop();
  }
}

async function createPooled(serverUrl: string, template: string): Promise<PooledDatabase> {
  const database = await createPostgresDatabase(serverUrl, template);
  return { ...database, pristine: await onDatabase(database.url, readPristine) };
}

async function readPristine(db: pg.Client): Promise<Pristine> {
  const tables = await listNames(db, "select tablename as name from pg_tables where schemaname = 'public'");
  const rows: Pristine['rows'] = {};
  for (const table of tables) {
    const { rows: found } = await db.query(`select to_json(t) as row from "${table}" t`);
    rows[table] = found.map(({ row }) => row);
  }
  const sequences = await listNames(
    db,
    "select format('setval(%L, %s, false)', sequencename, start_value) as name from pg_sequences",
  );
  return { catalog: await readCatalog(db), rows, sequences };
}

/** Differs after any change of the schema or statistics, and after a table was rewritten. */
async function readCatalog(db: pg.Client): Promise<string> {
  const states = CATALOGS.map((name) => `(select (count(*), max(xmin::text::bigint))::text from ${name})`);
  states.push('(select count(*) from pg_db_role_setting)');
  // What ANALYZE counts. The view of its statistics takes longer to read than all of these.
  states.push("(select sum(reltuples) from pg_class where relnamespace = 'public'::regnamespace)");
  const { rows } = await db.query(`select concat(${states.join(', ')}) as catalog`);
  return rows[0].catalog;
}

/**
 * Ends what is still connected, and empties the database; returns false if it is not as it was, and for a user who may
 * not switch triggers off.
 */
async function restore({ url, pristine }: PooledDatabase): Promise<boolean> {
  return onDatabase(url, async (db) => {
    await db.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    if ((await readCatalog(db)) !== pristine.catalog) return false;
    const filled = await listFilled(db);
    if (filled.reduce((sum, { size }) => sum + size, 0) > MOST_SIZE) return false;
    // Without triggers, which maintain counts and refuse some deletions.
    const statements = ['begin', 'set local session_replication_role = replica'];
    statements.push(...filled.map(({ name }) => `delete from "${name}"`));
    if (pristine.sequences.length > 0) statements.push(`select ${pristine.sequences.join(', ')}`);
    await db.query(statements.join(';'));
    for (const [table, rows] of Object.entries(pristine.rows)) {
      if (rows.length === 0) continue;
      const values = `select * from json_populate_recordset(null::"${table}", $1)`;
      await db.query(`insert into "${table}" ${values}`, [JSON.stringify(rows)]);
    }
    await db.query('commit');
    return true;
  }).catch((error: { code?: string }) => {
    if (error.code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  });
}

/**
 * The tables that have or had rows, with their sizes in bytes: to delete from one that never had any costs as much as
 * to delete its rows.
 */
async function listFilled(db: pg.Client): Promise<{ name: string; size: number }[]> {
  const { rows } = await db.query(
    `select relname as name, pg_table_size(oid)::int as size from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  );
  return rows;
}

async function listNames(db: pg.Client, query: string): Promise<string[]> {
  const { rows } = await db.query(query);
  return rows.map(({ name }) => name);
}

async function onDatabase<Result>(url: string, work: (db: pg.Client) => Promise<Result>): Promise<Result> {
  const db = new pg.Client(url);
  await db.connect();
  return work(db).finally(() => db.end());
}
