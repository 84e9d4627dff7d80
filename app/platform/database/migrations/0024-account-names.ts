import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Accounts can have a name, which their owners enter. */
export function addAccountNames(): Migration {
  return {
    async up(db) {
      await sql.raw('alter table "site_user" add column "name" text').execute(db);
    },
  };
}
