import { backup, type DatabaseSync } from 'node:sqlite';
import { migrateOnlyTo } from '#app/platform/database/migrate-database.server.ts';
import { openTownFile } from '#app/platform/sqlite/town-file.server.ts';

/** A table in a version of the schema: the same for both databases. */
export type TownTable = { name: string; columns: TownColumn[]; key: string[] };

export type TownColumn = { name: string; kind: 'integer' | 'text' | 'other'; mayBeNull: boolean };

/**
 * How a table is treated. `carried`: in backups and in moves. `secret`: sessions, tokens, links: moved, never in a
 * backup, so that no restore brings them back. `local`: of this installation, not of the town; moved, not in a backup,
 * and kept over a restore. `derived`: recreated from the others, by triggers or jobs.
 */
export type TableHandling = 'carried' | 'secret' | 'local' | 'derived';

/** Of the tables that belong to no collection, and of those with secrets. */
const handlings: Record<string, TableHandling> = {
  item_version: 'carried',
  picture: 'carried',
  picture_file: 'carried',
  picture_idle: 'carried',
  document: 'carried',
  document_version: 'carried',
  document_part: 'carried',
  document_idle: 'carried',
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
  item_revision: 'carried',
  revision_picture: 'carried',
  trash_item: 'carried',
  trash_row: 'carried',
  source: 'carried',
  source_state: 'carried',
  source_item: 'carried',
  source_match: 'carried',
  source_check: 'carried',
  source_day: 'carried',
  inbox_entry: 'carried',
  inbox_action: 'carried',
  match_rule: 'carried',
  newsletter_subscriber: 'carried',
  newsletter_link: 'carried',
  newsletter_issue: 'carried',
  newsletter_recipient: 'carried',
  newsletter_bounce: 'carried',
  newsletter_setting: 'carried',
  moved_item: 'carried',
  redirect: 'carried',
  notice: 'carried',
  page_slug: 'carried',
  publication_change: 'carried',
  // Without it, nobody could verify what it signed.
  proof_key: 'carried',
  archived_item: 'carried',
  suggestion: 'carried',
  hidden_picture: 'carried',
  blocked_sender: 'carried',
  contribution: 'carried',
  waiting_email: 'carried',
  reader_report: 'carried',
  checked_item: 'carried',
  // Keys of deleted polls.
  trash_secret: 'secret',
  // It could link ballots of open polls to their voters.
  poll_key: 'secret',
  session: 'secret',
  address_proof: 'secret',
  recovery_code: 'secret',
  passkey_challenge: 'secret',
  setup_link: 'secret',
  invitation: 'secret',
  administrator_offer: 'secret',
  api_token: 'secret',
  preview_link: 'secret',
  newsletter_confirmation: 'secret',
  throttle: 'secret',
  backup_run: 'local',
  backup_setting: 'local',
  feed_topic: 'local',
  // Imports name files of this machine.
  move_in: 'local',
  move_in_problem: 'local',
  missing_address: 'local',
  open_form: 'derived',
  picture_use: 'derived',
  picture_use_stale: 'derived',
  document_use: 'derived',
  newsletter_member_stale: 'derived',
  accessibility_finding: 'derived',
  accessibility_check: 'derived',
  job_lease: 'derived',
  job_request: 'derived',
  collection_revision: 'derived',
  search_document: 'derived',
  search_stale: 'derived',
  search_word: 'derived',
  search_trigram: 'derived',
  search_progress: 'derived',
  // In schemas before 0004-unlinked-votes.
  poll_vote: 'carried',
  // In schemas before 0011-trash.
  removed_item: 'secret',
};

/**
 * How a table is treated. Those of collections are carried; so would be one that was forgotten here, which a test finds:
 * too much does less harm than too little.
 */
export function findTableHandling(name: string): TableHandling {
  return isOfList(name) ? 'derived' : (handlings[name] ?? 'carried');
}

/** Whether the table has an entry here. */
export function isKnownTable(name: string): boolean {
  return isOfList(name) || name in handlings;
}

/** Whether a table's rows are in backups. */
export function isInBackups(name: string): boolean {
  return findTableHandling(name) === 'carried';
}

/** The counts and tags of a list of items, its full-text index, and the tables in which SQLite stores it. */
function isOfList(name: string): boolean {
  return /_(segment|tag|term|text(_\w+)?)$/.test(name);
}

type EmptyTown = { connection: DatabaseSync; tables: readonly TownTable[] };

/**
 * Databases in memory, created once per process: a schema after a migration never changes, and to run all migrations
 * takes longer than to restore a small town.
 */
const known = new Map<string, Promise<EmptyTown>>();

/** The tables of the schema after the migration, each after those it refers to. Without Kysely's own. */
export async function listTownTables(migration: string): Promise<readonly TownTable[]> {
  return (await findEmptyTown(migration)).tables;
}

/** Gives a SQLite file, which must be empty, the schema after the migration. It may be open. */
export async function fillWithSchema(file: string, migration: string): Promise<void> {
  const { connection } = await findEmptyTown(migration);
  await backup(connection, file, { rate: ALL_PAGES });
}

/** In one step. */
const ALL_PAGES = 2 ** 31 - 1;

function findEmptyTown(migration: string): Promise<EmptyTown> {
  const town = known.get(migration) ?? createEmptyTown(migration);
  known.set(migration, town);
  return town;
}

async function createEmptyTown(migration: string): Promise<EmptyTown> {
  const { database, connection } = openTownFile(':memory:');
  try {
    await migrateOnlyTo(database, migration);
    const names = parentsFirst(connection, listTableNames(connection));
    return { connection, tables: names.map((name) => describe(connection, name)) };
  } catch (error) {
    await database.close();
    throw error;
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
