import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** Suggestions remember when they were declined, also after their senders changed or withdrew them. */
export function addTrustedSenders(dialect: Dialect): Migration {
  const bigint = dialect === 'postgres' ? 'bigint' : 'integer';
  return {
    async up(db) {
      await sql.raw(`alter table "suggestion" add column "declinedAt" ${bigint}`).execute(db);
      await sql`update "suggestion" set "declinedAt" = coalesce("decidedAt", "changedAt") where "state" = 'declined'`.execute(
        db,
      );
    },
  };
}
