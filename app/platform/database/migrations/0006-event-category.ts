import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Events get a category, and an index for lists of one. */
export function addEventCategory(): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    await sql`alter table "event" add column "category" text`.execute(db);
    await sql`create index "event_by_category" on "event" ("category", "eventDate", "id")`.execute(db);
  }

  return { up };
}
