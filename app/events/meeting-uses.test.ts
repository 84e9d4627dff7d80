/** The documents, pictures and the body of a meeting in both databases. */
import { expect } from 'vitest';
import { importRecords } from '#app/items/content/import-records.server.ts';
import { updateUses } from '#app/platform/media/update-picture-uses.server.ts';
import { findTown, saveTown } from '#app/town/town-store.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { events } from './event-collection.server.ts';
import { listComingMeetings, listOwingMeetings } from './meetings/meeting-store.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const agenda = 'a'.repeat(32);
const minutes = 'b'.repeat(32);

const input = {
  id: 'budget',
  sourceId: 'local:budget',
  title: 'Budget hearing',
  link: '/events/budget',
  pubDate: NOW,
  description: '<p>Come.</p>',
  eventDate: Date.parse('2026-11-24T23:30:00Z'),
  eventTime: '6:30 PM',
  eventLocation: 'Town Office',
  enclosureUrl: '/illustrations/green.svg',
  enclosureType: 'image/svg+xml',
};

const none = {
  ...{ body: 'Selectboard', joinUrl: null, agenda: null, agendaText: null, minutes: null },
  ...{ minutesText: null, minutesStatus: null, recordingUrl: null },
};

eachDatabase(
  'an agenda and minutes are uses of documents while the event has them, also in a draft',
  async (t) => {
    const { write, read } = t.database;
    await saveTown(write, { bodies: 'Selectboard' });
    for (const [id, at] of [
      [agenda, 1],
      [minutes, 2],
    ] as const)
      await write
        .insertInto('document')
        .values({
          ...{
            id,
            title: id,
            name: 'a.txt',
            file: `${id}.txt`,
            type: 'txt',
            bytes: 1,
            sha256: id,
            pages: null,
          },
          ...{ language: 'en', summary: null, hasText: 'yes', tagged: 'unknown', problems: '[]', words: '' },
          ...{ createdAt: at, replacedAt: null, updatedAt: at },
        })
        .execute();
    const uses = async () => {
      const rows = await read
        .selectFrom('document_use')
        .select(['document', 'state'])
        .orderBy('document')
        .execute();
      return rows.map(({ document, state }) => `${document.charAt(0)} ${state}`);
    };
    const save = (meeting: object | null, documents: string[] = []) =>
      events.store.save(write, { ...input, documents, meeting } as never, { now: NOW });
    expect((await save({ ...none, agenda, minutes: agenda }, [minutes])).kind).toBe('saved');
    expect(await uses()).toEqual(['a published', 'b published']);
    expect(await listOwingMeetings(read, NOW)).toEqual([]);
    expect((await listComingMeetings(read, { from: NOW, body: 'Selectboard' })).map(({ id }) => id)).toEqual([
      'budget',
    ]);
    await save({ ...none, minutes });
    expect(await uses()).toEqual(['b published']);
    expect((await listOwingMeetings(read, NOW)).map(({ id }) => id)).toEqual(['budget']);
    await events.store.unpublished?.saveDraft(
      write,
      { ...events.json.toInputJson({ ...input, meeting: { ...none, agenda } } as never), id: 'budget' },
      { now: NOW },
    );
    expect(await uses()).toEqual(['a draft']);
    expect(await save({ ...none, agenda: 'c'.repeat(32) })).toMatchObject({
      kind: 'refused',
      problems: [{ field: 'meeting.agenda' }],
    });
    await save(null);
    expect(await uses()).toEqual([]);
  },
);

eachDatabase(
  'an import brings the bodies of its meetings, and pictures of their texts are in use',
  async (t) => {
    const { write, read } = t.database;
    await saveTown(write, { bodies: 'Selectboard' });
    const picture = 'c'.repeat(32);
    const agendaText = `<p><img src="/media/${picture}-800.webp" alt="A map" width="800" height="600"></p>`;
    const record = {
      ...input,
      pubDate: '2026-11-20T22:00:00Z',
      eventDate: '2026-11-24T23:30:00Z',
      link: 'https://town.example/budget',
      enclosureUrl: 'https://town.example/green.png',
      enclosureType: 'image/png',
      meeting: { ...none, body: 'School Board', agendaText },
    };
    const town = await findTown(read);
    const options = { now: NOW, siteUrl: 'https://town.example', town };
    expect(await importRecords(write, events, [record], options)).toMatchObject({ added: 1, refused: 0 });
    expect((await findTown(read)).bodies).toBe('Selectboard\nSchool Board');
    const pictures = async () => {
      await updateUses(write, [events.source], NOW);
      return read.selectFrom('picture_use').select(['picture', 'place', 'state']).execute();
    };
    expect(await pictures()).toEqual([{ picture, place: 'text', state: 'published' }]);
    await events.store.save(write, { ...input, meeting: null } as never, { now: NOW });
    expect(await pictures()).toEqual([]);
  },
);
