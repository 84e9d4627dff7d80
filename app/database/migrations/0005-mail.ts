import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/** The queue of outgoing mail, and who works on each job outside requests. */
export function createMail({ orderedText, bigInteger }: Capabilities): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    await db.schema
      .createTable('mail')
      .addColumn('id', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text')
      .addColumn('recipientHash', 'text', (column) => column.notNull())
      .addColumn('letter', 'text')
      .addColumn('state', orderedText, (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('nextAttemptAt', bigInteger, (column) => column.notNull())
      .addColumn('queuedAt', bigInteger, (column) => column.notNull())
      .addColumn('settledAt', bigInteger)
      .addColumn('trouble', 'text')
      .addColumn('reply', 'text')
      .execute();
    await db.schema
      .createIndex('mail_by_state')
      .on('mail')
      .columns(['state', 'nextAttemptAt', 'id'])
      .execute();
    await db.schema
      .createIndex('mail_of_recipient')
      .on('mail')
      .columns(['recipientHash', 'queuedAt'])
      .execute();

    await db.schema
      .createTable('job_lease')
      .addColumn('job', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('holder', 'text')
      .addColumn('beat', bigInteger, (column) => column.notNull())
      .execute();
  }

  return { up };
}
