import { textSources } from '#app/collections.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { listKnownMigrations } from '#app/platform/database/migrate-database.server.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';

/** How much a town has, for comparing a backup with the site. */
export type TownCounts = {
  items: number;
  pictures: number;
  accounts: number;
  subscribers: number;
  /** Addresses that must not get the newsletter. */
  doNotEmail: number;
};

/** Counts what a town of this version's schema has. */
export async function countTown(db: ReadDb): Promise<TownCounts> {
  const items = await Promise.all(textSources.map(({ table }) => countAll(db, table)));
  const [pictures, accounts, subscribers, doNotEmail] = await Promise.all([
    countAll(db, 'picture'),
    countAll(db, 'site_user'),
    countSubscribers(db, ['active']),
    countSubscribers(db, ['unsubscribed', 'bounced']),
  ]);
  return { items: items.reduce((sum, count) => sum + count, 0), pictures, accounts, subscribers, doNotEmail };
}

/** The same; undefined for a town with the schema of an earlier version, by the names of its migrations. */
export async function countCurrentTown(db: ReadDb, schema: string[]): Promise<TownCounts | undefined> {
  return schema.at(-1) === listKnownMigrations().at(-1) ? countTown(db) : undefined;
}

async function countAll(db: ReadDb, table: string) {
  const row = await (db as unknown as AnyDb)
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

async function countSubscribers(db: ReadDb, states: ('active' | 'unsubscribed' | 'bounced')[]) {
  const row = await db
    .selectFrom('newsletter_subscriber')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('state', 'in', states)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
