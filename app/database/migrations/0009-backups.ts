import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/**
 * What the site knows of its backups, how they are to be made, and the list of who opted out or left: written by
 * triggers, in the transaction that does it, and only ever added to.
 */
export function createBackups({ orderedText, bigInteger, keepRows, noteLeavers }: Capabilities): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    await db.schema
      .createTable('backup_run')
      .addColumn('id', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('kind', orderedText, (column) => column.notNull())
      .addColumn('at', bigInteger, (column) => column.notNull())
      .addColumn('tookMs', bigInteger, (column) => column.notNull())
      .addColumn('file', 'text')
      .addColumn('bytes', bigInteger)
      .addColumn('rows', bigInteger)
      .addColumn('secondPlace', 'text')
      .addColumn('trouble', 'text')
      .execute();
    await db.schema.createIndex('backup_run_by_time').on('backup_run').columns(['at', 'id']).execute();

    await db.schema
      .createTable('backup_setting')
      .addColumn('name', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('suppression_entry')
      .addColumn('id', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('at', bigInteger, (column) => column.notNull())
      .addColumn('userId', orderedText, (column) => column.notNull())
      .addColumn('what', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('suppression_entry_by_time')
      .on('suppression_entry')
      .columns(['at', 'id'])
      .execute();
    const kept = { kept: ['id', 'at', 'userId'], forgettable: 'what', days: 100 * 365 };
    for (const statement of keepRows('suppression_entry', kept)) await sql.raw(statement).execute(db);
    for (const statement of noteLeavers('site_user', 'suppression_entry'))
      await sql.raw(statement).execute(db);
  }

  return { up };
}
