import { sql } from 'kysely';
import { readPages } from '#app/moving/backup/town-rows.server.ts';
import type { Capabilities } from '#app/platform/database/capabilities.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { listRunMigrations } from '#app/platform/database/migrate-database.server.ts';
import {
  findTableHandling,
  listTownTables,
  type TownTable,
} from '#app/platform/database/tables/town-tables.server.ts';
import type { TownFile } from '#app/platform/sqlite/town-file.server.ts';
import { sinkIntoFile } from './row-sink.server.ts';

/** In addition to local tables: tables that only grow, and must survive a restore. */
const GROWING = ['audit_entry', 'suppression_entry'];

/**
 * Copies from the current town what a restore must not undo: this installation's own settings and list of backups, who
 * opted out or left, and what was done since. Rows that the restored town also has stay as they are there.
 */
export async function keepPresent(
  present: { db: WriteDb; capabilities: Capabilities },
  town: TownFile,
): Promise<void> {
  const schema = await listRunMigrations({ write: present.db });
  if (schema.length === 0) return;
  const here = await listTownTables(schema.at(-1) as string);
  const there = await listTownTables((await listRunMigrations(town.database)).at(-1) as string);
  for (const table of here) {
    const isKept = findTableHandling(table.name) === 'local' || GROWING.includes(table.name);
    const target = there.find(({ name }) => name === table.name);
    if (!isKept || !target || namesOf(target) !== namesOf(table)) continue;
    const sink = sinkIntoFile(town.connection, 'or ignore');
    for await (const page of readPages(present.db, present.capabilities, table))
      await sink.write(table, page);
  }
}

function namesOf({ columns }: TownTable): string {
  return columns.map(({ name }) => name).join();
}

/** The change counters of the current town; none if they can't be read. */
export async function readHighestCounter(db: WriteDb): Promise<number> {
  const { rows } = await sql<{ revision: number | null }>`
    select max("revision") as revision from "collection_revision"`.execute(db);
  return Number(rows[0]?.revision ?? 0);
}
