import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An account has at most one identity with an issuer, whoever joins two at the same moment. */
export function createOneIdentity(): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    await db.schema
      .createIndex('identity_of_user')
      .on('identity')
      .columns(['userId', 'issuer'])
      .unique()
      .execute();
    await db.schema.dropIndex('identity_by_user').execute();
  }

  return { up };
}
