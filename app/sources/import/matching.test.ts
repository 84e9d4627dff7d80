/** The same happening in several sources. */
import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { removeSource } from '#app/sources/source-store.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { feedOf, type Importing, openImporting } from '../../../tests/imported-sources.ts';
import { calendarOf, eventOf } from '../../../tests/parsed-sources.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { type Comparable, findSame, type MatchRules } from './matching.server.ts';
import { mergeItems, splitItem } from './merge-items.server.ts';

const noRules: MatchRules = { isNever: () => false, titleOf: (key) => key, venueOf: (key) => key };

const hour = (at: number) => Date.parse('2026-12-05T00:00:00Z') + at * 3_600_000;

function item(source: string | null, titleKey: string, more: Partial<Comparable> = {}): Comparable {
  const id = `${source}-${titleKey}-${more.startAt ?? ''}`;
  return {
    source,
    rank: source === 'guide' ? 'aggregator' : 'primary',
    ...{ ownId: id, itemId: id, day: '2026-12-05', startAt: hour(19), titleKey, venueKey: null },
    ...more,
  };
}

const same = (one: Comparable, ...others: Comparable[]) => findSame(one, others, noRules)?.why;

test('one day and one title are one event, unless the venues differ', () => {
  const [one, other] = [item('library', 'story hour'), item('paper', 'story hour')];
  expect(same(one, other)).toBe('title');
  expect(same(one, { ...other, day: '2026-12-06' })).toBeUndefined();
  expect(same({ ...one, venueKey: 'library' }, { ...other, venueKey: 'library' })).toBe('title');
  expect(same({ ...one, venueKey: 'library' }, { ...other, venueKey: 'book store' })).toBeUndefined();
});

test.each([
  ['grange', 'grange hall', 'title'],
  ['carver library', 'carver memorial library', 'title'],
  ['odeon', 'odeon community theater', 'title'],
  ['grange hall', 'town hall', undefined],
  ['riverside park', 'riverside church', undefined],
  ['church', 'baptist church', undefined],
  ['library', 'library annex', undefined],
  ['fire station', 'fire station 2', undefined],
  ['grange', 'north grange', undefined],
])('at the same time, %s and %s are one venue: %s', (short, long, why) => {
  const [one, other] = [item('library', 'story hour'), item('paper', 'story hour')];
  for (const [first, second] of [
    [short, long],
    [long, short],
  ])
    expect(same({ ...one, venueKey: first ?? null }, { ...other, venueKey: second ?? null })).toBe(why);
  const later = { ...other, startAt: hour(20), venueKey: long };
  expect(same({ ...one, venueKey: short }, later)).toBeUndefined();
});

test('a shorter name of a venue is the one with the whole name first, and a source that distinguishes two has two', () => {
  const [long, short] = ['grange hall', 'grange'].map((venueKey, index) =>
    item(`source${index}`, 'story hour', { venueKey }),
  ) as [Comparable, Comparable];
  const also = item('paper', 'story hour', { venueKey: 'grange' });
  expect(findSame(also, [long, short], noRules)?.itemId).toBe(short.itemId);
  const listed = item('guide', 'story hour', { venueKey: 'grange', itemId: long.itemId });
  const other = item('guide', 'story hour', { venueKey: 'grange hall' });
  expect(findSame(other, [long, listed], noRules)).toBeUndefined();
});

test('a title that continues another is the same only with an aggregator, of 12 letters or more, and 75% at most', () => {
  const short = 'winter solstice concert';
  const long = 'winter solstice concert with the valley choir';
  expect(same(item('guide', long), item('choir', short))).toBe('prefix');
  expect(same(item('choir', long), item('guide', short))).toBe('prefix');
  expect(same(item('paper', long), item('choir', short))).toBeUndefined();
  expect(same(item('guide', 'concert with the valley choir'), item('choir', 'concert'))).toBeUndefined();
  expect(same(item('guide', `${short} 2026`), item('choir', short))).toBeUndefined();
  expect(same(item('guide', `${short}s and many other songs`), item('choir', short))).toBeUndefined();
});

test('two events of one primary source on one day are two, and each finds its own time', () => {
  const matinee = item('choir', 'solstice concert', { startAt: hour(14) });
  const evening = item('choir', 'solstice concert', { startAt: hour(19) });
  expect(same(evening, matinee)).toBeUndefined();
  const listed = item('guide', 'solstice concert', { startAt: hour(19) });
  expect(findSame(listed, [matinee, evening], noRules)?.itemId).toBe(evening.itemId);
});

test('short titles of stories are columns, not stories', () => {
  const story = { startAt: null };
  expect(same(item('ledger', 'police log', story), item('post', 'police log', story))).toBeUndefined();
  expect(same(item('ledger', 'bridge closes', story), item('post', 'bridge closes', story))).toBe('title');
});

const concert = (...lines: string[]) =>
  calendarOf(
    eventOf(
      'UID:c',
      'SUMMARY:Solstice concert',
      ...(lines.some((line) => line.startsWith('DTSTART')) ? [] : ['DTSTART:20261222T000000Z']),
      ...lines,
    ),
  );

async function openTown(
  database: Parameters<typeof openImporting>[0],
  trust: 'review' | 'publish' = 'review',
) {
  const importing = openImporting(database);
  await importing.addSource({
    id: 'guide',
    name: 'Valley Guide',
    feeds: 'events',
    rank: 'aggregator',
    trust,
  });
  await importing.addSource({ id: 'choir', name: 'Valley Choir', feeds: 'events', trust });
  return importing;
}

const creditsOf = ({ context }: Importing) =>
  context.write
    .selectFrom('source_item')
    .select(['source', 'itemId', 'ownId', 'mergedFor', 'mergedBy', 'decision'])
    .orderBy('source')
    .execute();

const joined = { by: null };

eachDatabase('an event of two sources waits once, and the primary source leads', async ({ database }) => {
  const town = await openTown(database);
  await town.read('guide', concert('LOCATION:The Grange\\, Main Street', 'DESCRIPTION:Songs'));
  const [before] = await town.waiting();
  await town.read('choir', concert('LOCATION:Grange', 'DESCRIPTION:Our yearly concert.'));
  const [entry, ...others] = await town.waiting();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ id: before?.id, itemId: before?.itemId, source: 'choir' });
  expect(JSON.parse(entry?.item ?? '')).toMatchObject({ description: '<p>Our yearly concert.</p>' });
  const [choir, guide] = await creditsOf(town);
  expect(choir).toMatchObject({ itemId: guide?.ownId, mergedFor: 'title', mergedBy: null });
});

eachDatabase(
  'an event whose venue one of two sources shortens waits once, another venue apart',
  async ({ database }) => {
    const town = await openTown(database);
    await town.read('guide', concert('LOCATION:Grange Hall\\, 4 Main Street'));
    await town.read('choir', concert('LOCATION:Grange'));
    expect(await town.waiting()).toHaveLength(1);
    await town.addSource({ id: 'church', name: 'First Church', feeds: 'events', trust: 'review' });
    await town.read('church', concert('LOCATION:First Church'));
    expect((await town.waiting()).map(({ source }) => source).toSorted()).toEqual(['choir', 'church']);
  },
);

eachDatabase('a primary source corrects an event that an aggregator published', async ({ database }) => {
  const town = await openTown(database, 'publish');
  const { first } = await town.read('guide', concert('DESCRIPTION:Songs'));
  await town.read('choir', concert('DTSTART:20261222T003000Z', 'DESCRIPTION:Our yearly concert.'));
  expect(await collections.events.store.find(database.read, first?.itemId ?? '')).toMatchObject({
    description: '<p>Our yearly concert.</p>',
    eventTime: '7:30 PM',
  });
  expect(await town.waiting()).toEqual([]);
  // An aggregator changes nothing of it.
  await town.read('guide', concert('DESCRIPTION:Other songs'));
  expect(await town.waiting()).toEqual([]);
});

eachDatabase(
  'an event that was typed by hand stays as it is, with the source as a credit',
  async ({ database }) => {
    const town = await openTown(database, 'publish');
    const { context } = town;
    const input = collections.events.json.schema.parse({
      ...sampleInputs.events,
      ...{
        id: 'mine',
        title: 'Solstice Concert!',
        eventDate: '2026-12-22T00:30:00Z',
        eventLocation: 'Grange',
      },
    });
    await collections.events.store.save(context.write, input, { now: context.now() });
    await town.read('choir', concert('LOCATION:Grange'));
    expect(await creditsOf(town)).toMatchObject([
      { itemId: 'mine', decision: 'published', mergedFor: 'title' },
    ]);
    expect(await town.waiting()).toEqual([]);
    await town.read('choir', concert('LOCATION:Town hall'));
    expect(await town.waiting()).toMatchObject([{ kind: 'change', itemId: 'mine' }]);
    expect(await collections.events.store.find(database.read, 'mine')).toMatchObject({
      version: 1,
      eventLocation: 'Grange',
    });
  },
);

eachDatabase('what was discarded from one source does not return from another', async ({ database }) => {
  const town = await openTown(database);
  await town.read('guide', concert());
  await town.context.write.deleteFrom('inbox_entry').execute();
  await town.context.write.updateTable('source_item').set({ decision: 'discarded' }).execute();
  await town.read('choir', concert());
  expect(await town.waiting()).toEqual([]);
});

eachDatabase('a merge of an editor is remembered for titles and venues', async ({ database }) => {
  const town = await openTown(database);
  const { context } = town;
  await town.read('guide', concert('LOCATION:Grange Hall'));
  await town.read(
    'choir',
    calendarOf(
      eventOf(
        'UID:x',
        'SUMMARY:Yearly songs of the choir',
        'DTSTART:20261222T000000Z',
        'LOCATION:Valley Grange No. 4',
      ),
    ),
  );
  const [guide, choir] = await town.waiting();
  const merge = { collection: 'events', from: choir?.itemId ?? '', into: guide?.itemId ?? '' };
  expect(await mergeItems(context.write, context, merge, { by: 'ann' })).toEqual({ kind: 'merged' });
  expect(await town.waiting()).toMatchObject([{ itemId: guide?.itemId, source: 'choir' }]);
  expect(await mergeItems(context.write, context, merge, joined)).toMatchObject({ kind: 'refused' });
  await town.read(
    'guide',
    calendarOf(
      eventOf('UID:d', 'SUMMARY:Solstice concert', 'DTSTART:20271221T000000Z', 'LOCATION:Grange Hall'),
    ),
  );
  await town.read(
    'choir',
    calendarOf(
      eventOf(
        'UID:y',
        'SUMMARY:Yearly songs of the choir',
        'DTSTART:20271221T000000Z',
        'LOCATION:Valley Grange No. 4',
      ),
    ),
  );
  const next = (await creditsOf(town)).filter(({ mergedFor }) => mergedFor === 'same');
  expect(next).toMatchObject([{ source: 'choir' }]);
});

eachDatabase('a split is remembered for these items and for later dates', async ({ database }) => {
  const town = await openTown(database);
  const { context } = town;
  await town.read('guide', concert());
  await town.read('choir', concert());
  const [choir] = await creditsOf(town);
  const outcome = await splitItem(
    context.write,
    context,
    { collection: 'events', ownId: choir?.ownId ?? '' },
    joined,
  );
  expect(outcome.kind).toBe('split');
  expect(await town.waiting()).toMatchObject([{ title: 'Solstice concert' }, { title: 'Solstice concert' }]);
  expect((await creditsOf(town)).map(({ itemId, ownId }) => itemId === ownId)).toEqual([true, true]);
  await town.read('guide', concert());
  await town.read('choir', concert());
  expect(await town.waiting()).toHaveLength(2);
  await town.read('guide', concert('UID:n', 'DTSTART:20261229T000000Z').replace('UID:c', 'UID:n'));
  await town.read('choir', concert('DTSTART:20261229T000000Z').replace('UID:c', 'UID:n'));
  expect((await creditsOf(town)).filter(({ mergedFor }) => mergedFor !== null)).toEqual([]);
});

eachDatabase('a split forgets that the merge took two venues for one', async ({ database }) => {
  const town = await openTown(database);
  const { write } = town.context;
  await town.read('guide', concert('LOCATION:Grange'));
  await town.read('choir', concert('LOCATION:Community Hall'));
  const [into, from] = (await creditsOf(town)).map(({ ownId }) => ownId) as [string, string];
  await mergeItems(write, town.context, { collection: 'events', from, into }, joined);
  expect(await write.selectFrom('match_rule').select('kind').execute()).toEqual([{ kind: 'venue' }]);
  await splitItem(write, town.context, { collection: 'events', ownId: from }, joined);
  const rules = await write.selectFrom('match_rule').select('kind').distinct().execute();
  expect(rules).toEqual([{ kind: 'never' }]);
});

eachDatabase(
  'venues that differ at the same time are a suggestion, and a trusted source waits for it',
  async ({ database }) => {
    const town = await openTown(database, 'publish');
    const { first } = await town.read('guide', concert('LOCATION:Grange'));
    await town.read('choir', concert('LOCATION:Community Hall'));
    const [entry] = await town.waiting();
    expect(entry).toMatchObject({ kind: 'new', source: 'choir' });
    expect(JSON.parse(entry?.similar ?? '')).toEqual([
      { collection: 'events', id: first?.itemId, title: 'Solstice concert' },
    ]);
  },
);

eachDatabase('an event whose first source was removed still belongs to the other', async ({ database }) => {
  const town = await openTown(database);
  const { context } = town;
  await town.read('guide', concert('LOCATION:Grange'));
  await town.read('choir', concert('LOCATION:Grange'));
  await removeSource(context.write, 'guide', context.now());
  const [entry] = await town.waiting();
  const input = collections.events.json.schema.parse(JSON.parse(entry?.item ?? ''));
  await collections.events.store.save(context.write, input, { now: context.now() });
  await town.read('choir', concert('LOCATION:Town hall'));
  const [change] = await town.waiting();
  expect(JSON.parse(change?.changes ?? '')).toMatchObject([{ field: 'eventLocation', locked: false }]);
});

eachDatabase('what was discarded holds up nothing similar', async ({ database }) => {
  const town = await openTown(database);
  await town.read('guide', concert('LOCATION:Grange'));
  await town.context.write.deleteFrom('inbox_entry').execute();
  await town.context.write.updateTable('source_item').set({ decision: 'discarded' }).execute();
  await town.context.write.updateTable('source').set({ trust: 'publish' }).execute();
  await town.read('choir', concert('LOCATION:Community Hall'));
  expect(await town.waiting()).toEqual([]);
  expect(await database.read.selectFrom('event').select('id').execute()).toHaveLength(1);
});

eachDatabase('later dates of an event follow the decision about it', async ({ database }) => {
  const town = openImporting(database);
  const { context } = town;
  await town.addSource({ id: 'grange', feeds: 'events' });
  const market = (count: number, text = 'Bread', title = 'Winter market') =>
    calendarOf(
      eventOf(
        'UID:m',
        `SUMMARY:${title}`,
        'DTSTART:20261121T150000Z',
        `RRULE:FREQ=WEEKLY;COUNT=${count}`,
        `DESCRIPTION:${text}`,
      ),
    );
  await town.read('grange', market(2));
  for (const entry of await town.waiting()) {
    const input = collections.events.json.schema.parse(JSON.parse(entry.item ?? ''));
    await collections.events.store.save(context.write, input, { now: context.now() });
  }
  expect(await town.waiting()).toEqual([]);
  expect(await town.read('grange', market(3))).toMatchObject({ added: 1 });
  expect(await town.waiting()).toEqual([]);
  const published = await database.read.selectFrom('event').select('id').execute();
  expect(published).toHaveLength(3);
  // Another text is another matter.
  await town.read('grange', market(4, 'Casino night, visit https://casino.example'));
  expect((await town.waiting()).filter(({ kind }) => kind === 'new')).toHaveLength(1);
});

eachDatabase('later dates of a discarded event are discarded', async ({ database }) => {
  const town = openImporting(database);
  await town.addSource({ id: 'grange', feeds: 'events', trust: 'publish' });
  const market = (count: number) =>
    calendarOf(eventOf('UID:m', 'DTSTART:20261121T150000Z', `RRULE:FREQ=WEEKLY;COUNT=${count}`));
  await town.context.write.updateTable('source').set({ trust: 'review' }).execute();
  await town.read('grange', market(2));
  await town.context.write.deleteFrom('inbox_entry').execute();
  await town.context.write.updateTable('source_item').set({ decision: 'discarded' }).execute();
  await town.read('grange', market(3));
  expect(await town.waiting()).toEqual([]);
  expect((await creditsOf(town)).map(({ decision }) => decision)).toEqual(Array(3).fill('discarded'));
});

eachDatabase('one discarded date of an event decides nothing while others wait', async ({ database }) => {
  const town = openImporting(database);
  const { write } = town.context;
  await town.addSource({ id: 'grange', feeds: 'events' });
  const market = (count: number) =>
    calendarOf(eventOf('UID:m', 'DTSTART:20261121T150000Z', `RRULE:FREQ=WEEKLY;COUNT=${count}`));
  await town.read('grange', market(3));
  const [{ itemId } = { itemId: '' }] = await town.waiting();
  await write.deleteFrom('inbox_entry').where('itemId', '=', itemId).execute();
  await write
    .updateTable('source_item')
    .set({ decision: 'discarded' })
    .where('itemId', '=', itemId)
    .execute();
  await town.read('grange', market(6));
  expect(await town.waiting()).toHaveLength(5);
});

eachDatabase('one story of two papers waits once', async ({ database }) => {
  const town = openImporting(database);
  await town.addSource({ id: 'ledger' });
  await town.addSource({ id: 'post' });
  const story = { title: 'State opens heating help line', date: 'Thu, 19 Nov 2026 18:00:00 GMT' };
  await town.read('ledger', feedOf({ ...story, guid: 'a', link: 'https://ledger.example/1' }));
  await town.read('post', feedOf({ ...story, guid: 'b', link: 'https://post.example/1' }));
  expect(await town.waiting()).toMatchObject([{ source: 'ledger' }]);
});
