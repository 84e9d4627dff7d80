import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/** Who did what, when and from where: kept 400 days, whatever the application does. */
export function createAudit({ orderedText, bigInteger, keepRows }: Capabilities): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    await db.schema
      .createTable('audit_entry')
      .addColumn('id', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('at', bigInteger, (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('actorId', 'text')
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('subject', 'text')
      .addColumn('address', 'text')
      .execute();
    await db.schema.createIndex('audit_entry_by_time').on('audit_entry').columns(['at', 'id']).execute();
    const kept = ['id', 'at', 'actor', 'actorId', 'action', 'subject'];
    for (const statement of keepRows('audit_entry', { kept, forgettable: 'address', days: 400 }))
      await sql.raw(statement).execute(db);
  }

  return { up };
}
