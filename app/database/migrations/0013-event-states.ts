import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/** Events get an end, a state, and the date they moved from; and indexes for those that last, and for a place. */
export function createEventStates({ bigInteger }: Capabilities): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    const event = () => db.schema.alterTable('event');
    await event().addColumn('endDate', bigInteger).execute();
    await event()
      .addColumn('allDay', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await event()
      .addColumn('status', 'text', (column) => column.notNull().defaultTo('scheduled'))
      .execute();
    await event().addColumn('statusNote', 'text').execute();
    await event().addColumn('previousDate', bigInteger).execute();
    // Those that last a day or longer are few: what of them is still on is found among the last to begin.
    await db.schema
      .createIndex('event_lasting')
      .on('event')
      .columns(['eventDate', 'id'])
      .where(sql<boolean>`"endDate" - "eventDate" >= 86400000`)
      .execute();
    await db.schema
      .createIndex('event_by_place')
      .on('event')
      .columns(['eventLocation', 'eventDate', 'id'])
      .execute();
  }

  return { up };
}
