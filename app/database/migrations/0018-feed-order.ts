import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Of events that were loaded together the feeds tell of the soonest first; and which event is published next, at a
 * time to come, is found by an index.
 */
export function orderFeeds(): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    await db.schema.dropIndex('event_latest').execute();
    await db.schema
      .createIndex('event_latest')
      .on('event')
      .columns(['updatedAt desc', 'eventDate', 'id', 'endDate'])
      .execute();
    await db.schema.createIndex('event_newest').on('event').columns(['pubDate', 'id']).execute();
  }

  return { up };
}
