import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/** Whoever listens hears of every change of a revision, once it is made. SQLite tells whoever asks. */
export function createRevisionNotices({ tellOfChanges }: Capabilities): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    for (const statement of tellOfChanges('collection_revision', 'belfry_revisions')) {
      await sql.raw(statement).execute(db);
    }
  }

  return { up };
}
