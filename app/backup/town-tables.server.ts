import type { DatabaseSync } from 'node:sqlite';
import { migrateOnlyTo } from '#app/database/migrate.server.ts';
import { openTownFile } from './town-file.server.ts';

/** A table as a version of the schema has it: alike in both databases. */
export type TownTable = { name: string; columns: TownColumn[]; key: string[] };

export type TownColumn = { name: string; kind: 'integer' | 'text' | 'other'; mayBeNull: boolean };

/**
 * What becomes of a table. `carried`: in backups and in moves. `secret`: sessions, tokens, links: moved, never in a
 * backup, so that no restore brings them back. `local`: of this installation, not of the town; moved, not in a backup,
 * and kept over a restore. `derived`: made anew from the others, by triggers or jobs.
 */
export type TableFate = 'carried' | 'secret' | 'local' | 'derived';

const fates: Record<string, TableFate> = {
  article: 'carried',
  news_item: 'carried',
  event: 'carried',
  poll: 'carried',
  poll_option: 'carried',
  poll_voter: 'carried',
  poll_network: 'carried',
  poll_ballot: 'carried',
  poll_closing: 'carried',
  poll_sealing: 'carried',
  poll_note: 'carried',
  business: 'carried',
  item_version: 'carried',
  town_setting: 'carried',
  sample_item: 'carried',
  site_user: 'carried',
  verified_address: 'carried',
  address_claim: 'carried',
  password: 'carried',
  identity: 'carried',
  passkey: 'carried',
  passkey_offer: 'carried',
  mail: 'carried',
  audit_entry: 'carried',
  suppression_entry: 'carried',
  // Votes of polls that are gone, for a day.
  removed_item: 'secret',
  // With it ballots of open polls could be linked to their voters.
  poll_key: 'secret',
  session: 'secret',
  address_proof: 'secret',
  recovery_code: 'secret',
  passkey_challenge: 'secret',
  setup_link: 'secret',
  api_token: 'secret',
  throttle: 'secret',
  backup_run: 'local',
  backup_setting: 'local',
  feed_topic: 'local',
  job_lease: 'derived',
  job_request: 'derived',
  article_segment: 'derived',
  news_item_segment: 'derived',
  event_segment: 'derived',
  poll_segment: 'derived',
  business_segment: 'derived',
  collection_revision: 'derived',
  search_document: 'derived',
  search_stale: 'derived',
  search_word: 'derived',
  search_trigram: 'derived',
  search_progress: 'derived',
  // Of schemas before 0004-unlinked-votes.
  poll_vote: 'carried',
};

/** The fate of a table; undefined for one that nobody has decided on yet, which a test finds. */
export function findTableFate(name: string): TableFate | undefined {
  return isOfTextIndex(name) ? 'derived' : fates[name];
}

/** Whether a table's rows are in backups. One that nobody has decided on is: too much does less harm than too little. */
export function isInBackups(name: string): boolean {
  return (findTableFate(name) ?? 'carried') === 'carried';
}

/** The full-text index of a kind of items, and the tables that SQLite keeps it in. */
function isOfTextIndex(name: string): boolean {
  return /^(article|news_item|event|poll|business)_(term|text(_\w+)?)$/.test(name);
}

/**
 * The tables of the schema as it was after the migration, each after those it refers to: asked of an empty database
 * that is made for it in memory. Kysely's own are left out.
 */
export async function listTownTables(migration: string): Promise<TownTable[]> {
  const { database, connection } = openTownFile(':memory:');
  try {
    await migrateOnlyTo(database, migration);
    return parentsFirst(connection, listTableNames(connection)).map((name) => describe(connection, name));
  } finally {
    await database.close();
  }
}

function listTableNames(connection: DatabaseSync): string[] {
  const rows = connection
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
      and name not like 'kysely_%' order by name`)
    .all() as { name: string }[];
  return rows.map(({ name }) => name);
}

function parentsFirst(connection: DatabaseSync, names: string[]): string[] {
  const ordered = new Set<string>();
  const place = (name: string) => {
    if (ordered.has(name)) return;
    const references = connection.prepare(`pragma foreign_key_list("${name}")`).all() as { table: string }[];
    for (const { table } of references) if (table !== name) place(table);
    ordered.add(name);
  };
  names.forEach(place);
  return [...ordered];
}

type ColumnInfo = { name: string; type: string; notnull: number; pk: number };

function describe(connection: DatabaseSync, name: string): TownTable {
  const infos = connection.prepare(`pragma table_info("${name}")`).all() as unknown as ColumnInfo[];
  const key = infos.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  return {
    name,
    columns: infos.map((info) => ({
      name: info.name,
      kind: kindOf(info.type),
      mayBeNull: info.notnull === 0,
    })),
    key: key.map((info) => info.name),
  };
}

function kindOf(type: string): TownColumn['kind'] {
  const lower = type.toLowerCase();
  return lower === 'integer' || lower === 'text' ? lower : 'other';
}
