/** A second copy of a PostgreSQL town in its own database, with everything it has, as the way back of an upgrade. */
import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { listKnownMigrations, listRunMigrations } from '#app/platform/database/migrate-database.server.ts';
import {
  findTableHandling,
  listTownTables,
  type TownTable,
} from '#app/platform/database/tables/town-tables.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { replacePostgresTown } from './postgres-town.server.ts';
import { readHighestCounter } from './present-town.server.ts';
import { refuseBusyServer } from './running-site.server.ts';

const PREFIX = 'before_upgrade_';
/** The connections of a site that was killed count for some seconds. */
const BUSY_MS = 20_000;
const PAUSE_MS = 500;

/**
 * Copies the tables, sessions and tokens included, next to themselves. What can be derived from them is not copied.
 * Throws BackupError when a site is running on any node, or another program is using the database.
 */
export function keepPostgresTown(url: string): Promise<void> {
  const copy = async (db: WriteDb) => {
    await refuseBusyServer(db, 'upgrading');
    await dropKept(db);
    const last = (await listRunMigrations({ write: db })).at(-1) as string;
    for (const { name } of await listLasting(last))
      await sql`create table ${sql.table(keptNameOf(name))} as table ${sql.table(name)}`.execute(db);
  };
  return untilIdle(() => inTransaction(url, copy));
}

/**
 * Replaces the town by the copy, with the schema of this version, which made it. `presentTables` names the present
 * tables if a newer version has created them. The site then updates its search index. Throws BackupError as
 * `keepPostgresTown` does.
 */
export async function putPostgresTownBack(url: string, presentTables?: string[]): Promise<void> {
  const tables = await listLasting(listKnownMigrations().at(-1) as string);
  return untilIdle(() =>
    replacePostgresTown({ url, before: 'going back', presentTables }, async (present) => {
      const highest = await readHighestCounter(present);
      const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(present);
      const schema = rows[0]?.name ?? '';
      return async (db) => {
        for (const table of tables)
          await copyBack(db, table, sql.table(`${schema}.${keptNameOf(table.name)}`));
        // Above everything that a page was ever rendered from here.
        await db
          .updateTable('collection_revision')
          .set({ revision: sql`"revision" + ${highest + 1}` })
          .execute();
      };
    }),
  );
}

/** Whether there is a copy. */
export function isTownKept(url: string): Promise<boolean> {
  return inTransaction(url, async (db) => (await listKept(db)).length > 0);
}

/** Deletes the copy, if there is one. */
export function dropKeptTown(url: string): Promise<void> {
  return inTransaction(url, dropKept);
}

function keptNameOf(table: string): string {
  return `${PREFIX}${table}`;
}

async function listLasting(migration: string): Promise<TownTable[]> {
  const tables = await listTownTables(migration);
  return tables.filter(({ name }) => findTableHandling(name) !== 'derived');
}

/** Rows that migrations inserted give way. */
async function copyBack(db: WriteDb, { name, columns }: TownTable, kept: RawBuilder<unknown>): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  await sql`delete from ${sql.table(name)}`.execute(db);
  await sql`insert into ${sql.table(name)} (${names}) select ${names} from ${kept}`.execute(db);
}

async function listKept(db: WriteDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and starts_with(relname, ${PREFIX})`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

async function dropKept(db: WriteDb): Promise<void> {
  const names = await listKept(db);
  if (names.length > 0) await sql`drop table ${sql.join(names.map((name) => sql.table(name)))}`.execute(db);
}

async function inTransaction<Result>(url: string, work: (db: WriteDb) => Promise<Result>): Promise<Result> {
  const { write, close } = openDatabase({ url });
  const working = write.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
    return work(db);
  });
  return working.finally(close);
}

async function untilIdle(work: () => Promise<void>): Promise<void> {
  const end = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!/is using the database/.test((error as Error).message) || performance.now() > end) throw error;
      await wait(PAUSE_MS);
    }
  }
}
