import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * An account has at most one identity with an issuer, whoever joins two at the same moment; what one account did
 * is found without reading the whole log.
 */
export function createIdentityAndActivity(): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    await db.schema
      .createIndex('identity_of_user')
      .on('identity')
      .columns(['userId', 'issuer'])
      .unique()
      .execute();
    await db.schema.dropIndex('identity_by_user').execute();
    await db.schema
      .createIndex('audit_entry_by_actor')
      .on('audit_entry')
      .columns(['actorId', 'at'])
      .execute();
  }

  return { up };
}
