import { expect } from 'vitest';
import { removeSource } from '#app/sources/source-store.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { openImporting } from '../../../tests/imported-sources.ts';
import { calendarOf, eventOf } from '../../../tests/parsed-sources.ts';

const concert = (uid: string, title: string) =>
  calendarOf(
    eventOf(
      `UID:${uid}`,
      `SUMMARY:${title}`,
      'DTSTART:20261205T190000',
      'DTEND:20261205T200000',
      'LOCATION:Hall',
    ),
  );

eachDatabase(
  'An item that two sources list survives the removal of the first, and its return with another title',
  async ({ database }) => {
    const { context, addSource, read, waiting } = openImporting(database);
    const { write } = context;
    await addSource({ id: 'choir', feeds: 'events', address: 'https://choir.example/' });
    await addSource({ id: 'hall', feeds: 'events', address: 'https://hall.example/' });
    await read('choir', concert('1', 'Winter concert of the choir'));
    await read('hall', concert('9', 'Winter concert of the choir'));

    await removeSource(write, 'choir', context.now());
    expect(await waiting()).toMatchObject([{ title: 'Winter concert of the choir', source: 'hall' }]);

    await write.updateTable('source').set({ removedAt: null }).where('id', '=', 'choir').execute();
    await read('choir', concert('1', 'Carols by candlelight'));
    expect(await waiting()).toMatchObject([{ title: 'Carols by candlelight', source: 'choir' }]);
  },
);
