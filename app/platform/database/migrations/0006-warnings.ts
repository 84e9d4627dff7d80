import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * A source can list official warnings, which become notices: of these areas (a JSON list of names and codes), from this
 * severity on. SQLite can't change a check, so the column is made again.
 */
export function addWarnings(dialect: Dialect): Migration {
  const key = dialect === 'postgres' ? 'text collate "C"' : 'text';
  const statements = [
    `alter table "source" add column "adds" ${key} not null default 'news'
      check ("adds" in ('articles', 'news', 'events', 'notices'))`,
    'update "source" set "adds" = "feeds"',
    'alter table "source" drop column "feeds"',
    'alter table "source" rename column "adds" to "feeds"',
    `alter table "source" add column "areas" text not null default '[]'`,
    `alter table "source" add column "severity" ${key} not null default 'minor'
      check ("severity" in ('minor', 'moderate', 'severe', 'extreme'))`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
