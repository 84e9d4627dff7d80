import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** Repeated events: each date is an event, and knows its series. */
export function addEventSeries(dialect: Dialect): Migration {
  const key = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const bigint = dialect === 'sqlite' ? 'integer' : 'bigint';
  const statements = [
    'alter table "event" add column "recurrence" text',
    `alter table "event" add column "seriesId" ${key}`,
    `alter table "event" add column "seriesStart" ${bigint}`,
    `alter table "event" add column "recurrenceId" ${bigint}`,
    `create index "event_of_series" on "event" ("seriesId", "recurrenceId", "id")
      where "seriesId" is not null`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
