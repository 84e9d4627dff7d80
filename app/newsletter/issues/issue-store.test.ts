import { readdirSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { saveTown } from '#app/town/town-store.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { rounds } from '../../../tests/rounds.ts';
import { seeding } from '../../../tests/seed-items.ts';
import { isEmpty } from './edition.ts';
import { type Issue, keyOf } from './issue.ts';
import {
  buildIssue,
  changeIssue,
  findIssue,
  listIssues,
  rebuildIssue,
  removeIssue,
} from './issue-store.server.ts';
import { keyOfBlock, resolveIssue } from './resolve-issue.server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Friday, November 20, 2026, 5:00 PM in the town. */
const NOW = Date.UTC(2026, 10, 20, 22);
const context = { town: defaultTown, now: NOW };

async function build(db: WriteDb, now = NOW, audience: Issue['audience'] = 'weekly'): Promise<Issue> {
  return (await buildIssue(db, { ...context, now }, { by: null, audience })).issue;
}

async function partsOf(db: ReadDb, issue: Issue, now = NOW): Promise<string[]> {
  const { blocks } = await resolveIssue(db, { ...context, now }, issue);
  return blocks.map((block) => keyOf(keyOfBlock(block)));
}

eachDatabase('an issue has the minutes that were posted since, once, as drafts or approved', async (t) => {
  const { write } = t.database;
  await saveTown(write, { bodies: 'Selectboard' });
  const meeting = {
    ...{ body: 'Selectboard', joinUrl: null, agenda: null, agendaText: null, minutes: null },
    ...{ minutesText: null, minutesStatus: null, recordingUrl: null },
  };
  const minutesText = '<p>Called to order.</p>';
  const seed = seeding(write, NOW);
  await seed.event('budget', { eventDate: NOW - 3 * DAY, meeting: { ...meeting, minutesText } });
  await seed.event('without', { eventDate: NOW - 4 * DAY, meeting });
  const issue = await build(write);
  expect(await partsOf(write, issue)).toEqual(['minutes/budget']);
  const { blocks } = await resolveIssue(write, context, issue);
  expect(blocks).toMatchObject([
    {
      ...{ title: 'Draft minutes: Title of budget', path: '/events/budget#minutes' },
      ...{ deck: 'Selectboard, November 17, 2026', label: 'Meetings' },
    },
  ]);
  await markSent(write, issue);
  const later = NOW + 7 * DAY;
  await seeding(write, later).event('budget', {
    eventDate: NOW - 3 * DAY,
    meeting: { ...meeting, minutesText, minutesStatus: 'approved' },
  });
  expect(await partsOf(write, await build(write, later), later)).not.toContain('minutes/budget');
});

/** What sending does to an issue, as far as later ones depend on it. */
async function markSent(db: WriteDb, { id }: Issue, number = 1): Promise<void> {
  await db.updateTable('newsletter_issue').set({ state: 'sent', number }).where('id', '=', id).execute();
}

async function changed(
  db: WriteDb,
  issue: Issue,
  changes: Parameters<typeof changeIssue>[4],
): Promise<Issue> {
  const outcome = await changeIssue(db, context, issue.id, issue.version, changes);
  if (outcome.kind !== 'saved') throw new Error(outcome.kind);
  return outcome.issue;
}

eachDatabase('an issue has the week’s articles, then news, events, the poll and corrections', async (t) => {
  const { write } = t.database;
  const seed = seeding(write, NOW);
  await seed.article('old', { pubDate: NOW - 8 * DAY });
  await seed.article('first', { pubDate: NOW - 3 * DAY });
  await seed.article('second', { pubDate: NOW - 2 * DAY });
  await seed.article('future', { pubDate: NOW + HOUR });
  await seed.news('brief', { pubDate: NOW - DAY });
  await seed.event('market');
  await seed.event('next-week', { eventDate: NOW + 8 * DAY });
  await seed.poll('attic');
  await seed.article('wrong', {
    pubDate: NOW - 30 * DAY,
    corrections: [
      { date: NOW - DAY, text: 'It was on October 15.' },
      { date: NOW - 20 * DAY, text: 'An earlier one.' },
    ],
  });
  const issue = await build(write);
  expect(await partsOf(write, issue)).toEqual([
    'articles/second',
    'articles/first',
    'news/brief',
    'events/*',
    'polls/attic',
    'corrections/wrong',
  ]);
  const { blocks, subject, preview, day, title } = await resolveIssue(write, context, issue);
  expect({ subject, preview, day, title }).toEqual({
    subject: 'Title of second · Title of first',
    preview: 'Plus: Title of brief · Coming up: Title of market',
    day: '2026-11-20',
    title: 'The Maple Hollow Newsletter',
  });
  expect(blocks[0]).toMatchObject({ kind: 'lead', deck: 'Text of second.', source: 'The Hollow Ledger' });
  expect(blocks.at(-1)).toMatchObject({ corrections: [{ text: 'It was on October 15.' }] });
});

eachDatabase('the next issue begins where the last one that its audience got ended', async (t) => {
  const { write } = t.database;
  const seed = seeding(write, NOW);
  await seed.article('monday');
  const first = await build(write);
  expect(first.sinceAt).toBe(NOW - 7 * DAY);
  await markSent(write, first);
  await seed.article('tuesday', { pubDate: NOW + DAY });
  const next = await build(write, NOW + 7 * DAY);
  expect(next.sinceAt).toBe(NOW);
  expect(await partsOf(write, next, NOW + 7 * DAY)).toEqual(['articles/tuesday']);
  expect((await build(write, NOW + 7 * DAY, 'daily')).sinceAt).toBe(NOW);
  const everyone = await build(write, NOW + 7 * DAY, 'everyone');
  await markSent(write, everyone, 2);
  expect((await build(write, NOW + 8 * DAY, 'daily')).sinceAt).toBe(NOW + 7 * DAY);
});

eachDatabase('a story of a source that was approved after its date is in the next issue', async (t) => {
  const { write } = t.database;
  await seeding(write, NOW).news('sent', { pubDate: NOW - DAY });
  await markSent(write, await build(write));
  const later = NOW + 2 * DAY;
  // Unpublished and published again: no issue has it twice.
  await write.deleteFrom('news_item').execute();
  await seeding(write, later).news('sent', { pubDate: NOW - DAY });
  await seeding(write, later).news('late', { pubDate: NOW - DAY });
  await seeding(write, later).news('archive', { pubDate: NOW - 60 * DAY });
  expect(await partsOf(write, await build(write, later), later)).toEqual(['news/late']);
});

eachDatabase(
  'an issue without stories, events, polls and corrections is empty, even with a note',
  async (t) => {
    const { write } = t.database;
    const issue = await changed(write, await build(write), { note: 'Good morning.' });
    const edition = await resolveIssue(write, context, issue);
    expect(isEmpty(edition)).toBe(true);
    expect(edition).toMatchObject({ note: 'Good morning.', subject: 'The Maple Hollow Newsletter' });
  },
);

eachDatabase('the editor orders, features, leaves out and adds back, and writes the texts', async (t) => {
  const { write } = t.database;
  const seed = seeding(write, NOW);
  for (const [index, id] of ['a', 'b', 'c'].entries())
    await seed.article(id, { pubDate: NOW - index * HOUR });
  await seed.event('market');
  await seed.event('dance');
  const built = await build(write);
  const [a, b, c, events] = built.choices.items as [Key, Key, Key, Key];
  type Key = (typeof built.choices.items)[number];
  const market = { collection: 'events', id: 'market' } as const;
  const issue = await changed(write, built, {
    note: 'Good morning.',
    choices: { items: [events, c, b, a], lead: b, out: [c, market] },
  });
  expect(await partsOf(write, issue)).toEqual(['articles/b', 'events/*', 'articles/a']);
  expect(issue).toMatchObject({ subject: 'Title of b · Coming up: Title of dance', version: 2 });
  const written = await changed(write, issue, { subject: 'A new roof', preview: 'And a market' });
  const back = await changed(write, written, { choices: { ...issue.choices, out: [] } });
  expect(await partsOf(write, back)).toEqual(['articles/b', 'events/*', 'articles/c', 'articles/a']);
  expect(await resolveIssue(write, context, back)).toMatchObject({
    subject: 'A new roof',
    preview: 'And a market',
    note: 'Good morning.',
  });
  const automatic = await changed(write, back, { subject: '', preview: '' });
  expect(automatic.subject).toBe('Title of b · Coming up: 2 events');
});

eachDatabase('an automatic subject that a form sends back stays automatic', async (t) => {
  const { write } = t.database;
  const seed = seeding(write, NOW);
  for (const [index, id] of ['a', 'b', 'c'].entries())
    await seed.article(id, { pubDate: NOW - index * HOUR });
  const built = await build(write);
  const { subject, preview } = await resolveIssue(write, context, built);
  const [a, b, c] = built.choices.items;
  if (!a || !b || !c) throw new Error('no items');
  const choices = { items: [c, b, a], lead: c, out: [] };
  const issue = await changed(write, built, { subject, preview, choices });
  expect(await resolveIssue(write, context, issue)).toMatchObject({
    subject: 'Title of c · Title of b',
    preview: 'Plus: Title of a',
    written: { subject: false, preview: false },
  });
  expect((await changed(write, issue, { subject: 'Mine' })).subject).toBe('Mine');
});

eachDatabase('items that are deleted, scheduled again or archived drop out of a draft', async (t) => {
  const { write } = t.database;
  const seed = seeding(write, NOW);
  await seed.article('gone');
  await seed.article('stays', { pubDate: NOW - DAY });
  await seed.poll('closed-early');
  const built = await build(write);
  const issue = await changed(write, built, {
    choices: { ...built.choices, lead: { collection: 'articles', id: 'gone' } },
  });
  await write.deleteFrom('article').where('id', '=', 'gone').execute();
  await write.updateTable('poll').set({ archived: 1 }).execute();
  expect(await partsOf(write, issue)).toEqual(['articles/stays']);
  const { blocks } = await resolveIssue(write, context, issue);
  expect(blocks[0]?.kind).toBe('lead');
});

eachDatabase(
  'the drawings of the sample town are in issues as JPEG, other pictures only from the library',
  async (t) => {
    const { write } = t.database;
    const seed = seeding(write, NOW);
    const figure = (src: string) =>
      `<figure><img src="${src}" alt="Ballots" width="1200" height="800"></figure>`;
    await seed.article('drawn', { description: `<p>Text.</p>${figure('/illustrations/meeting.svg')}` });
    await seed.article('linked', { description: `<p>Text.</p>${figure('https://example.org/a.jpg')}` });
    const { blocks } = await resolveIssue(write, context, await build(write));
    expect(blocks).toMatchObject([
      {
        kind: 'lead',
        id: 'drawn',
        picture: { id: '', address: '/illustrations/meeting.jpg', width: 1200, height: 800, alt: 'Ballots' },
      },
      { id: 'linked', picture: null },
    ]);
  },
);

test('every drawing has a JPEG of at most 80 KiB', () => {
  const folder = new URL('../../../public/illustrations/', import.meta.url);
  const drawings = readdirSync(folder).filter((name) => name.endsWith('.svg'));
  expect(drawings.length).toBeGreaterThan(10);
  for (const name of drawings) {
    const { size } = statSync(new URL(name.replace('.svg', '.jpg'), folder));
    expect(size, name).toBeLessThanOrEqual(80 * 1024);
  }
});

eachDatabase('twelve stories are in a new issue, further ones are left out', async (t) => {
  const { write } = t.database;
  const seed = seeding(write, NOW);
  for (let index = 0; index < 15; index++) await seed.news(`n${index}`, { pubDate: NOW - index * HOUR });
  const issue = await build(write);
  expect(await partsOf(write, issue)).toHaveLength(12);
  expect(issue.choices.out.map(({ id }) => id)).toEqual(['n12', 'n13', 'n14']);
});

eachDatabase('cancelled, postponed and moved events are marked, and 25 events are listed', async (t) => {
  const { write } = t.database;
  const seed = seeding(write, NOW);
  await seed.event('off', { status: 'cancelled', statusNote: 'Too much snow.', eventDate: NOW + DAY });
  await seed.event('later', { status: 'postponed', eventDate: NOW + DAY + 1 });
  await seed.event('exhibition', { eventDate: NOW - 3 * DAY, endDate: NOW + 5 * DAY });
  for (let index = 0; index < 30; index++) await seed.event(`e${index}`);
  const { blocks } = await resolveIssue(write, context, await build(write));
  const [events] = blocks;
  if (events?.kind !== 'events') throw new Error('no events');
  expect(events.more).toBe(8);
  expect(events.days.map(({ day, weekday, events: list }) => [day, weekday, list.length])).toEqual([
    ['2026-11-20', 'Friday', 1],
    ['2026-11-21', 'Saturday', 2],
    ['2026-11-22', 'Sunday', 22],
  ]);
  expect(events.days[0]?.events[0]).toMatchObject({
    when: 'until 11/25/2026',
    time: 'until 11/25/2026',
    status: null,
  });
  expect(events.days[1]?.events).toMatchObject([
    { status: 'Canceled', note: 'Too much snow.' },
    { status: 'Postponed' },
  ]);
});

eachDatabase(
  'a poll that closed since the last issue comes with its result, unless that is not public',
  async (t) => {
    const { write } = t.database;
    const seed = seeding(write, NOW);
    await seed.poll('rink', { closesAt: NOW - DAY });
    await seed.poll('secret', { closesAt: NOW - DAY, resultsShown: 'admin' });
    await seed.poll('attic', { closesAt: NOW + 5 * DAY });
    const { blocks } = await resolveIssue(write, context, await build(write));
    expect(blocks).toMatchObject([
      { id: 'attic', isOpen: true, results: [], time: 'Open until November 25, 2026, 5:00 PM' },
      { id: 'rink', isOpen: false, turnout: 'Results, 0 votes', results: [{ text: 'Yes' }, { text: 'No' }] },
    ]);
  },
);

eachDatabase('events that are over when the issue is sent are not in it', async (t) => {
  const { write } = t.database;
  const seed = seeding(write, NOW);
  await seed.event('morning', { eventDate: NOW - 8 * HOUR, eventTime: '9 AM' });
  await seed.event('evening', { eventDate: NOW + 2 * HOUR, eventTime: '7 PM' });
  const { issue } = await buildIssue(write, context, { by: null, audience: 'weekly', sendAt: NOW + HOUR });
  const [events] = (await resolveIssue(write, { ...context, now: NOW - 12 * HOUR }, issue)).blocks;
  if (events?.kind !== 'events') throw new Error('no events');
  expect(events.days.flatMap((day) => day.events.map(({ id }) => id))).toEqual(['evening']);
});

eachDatabase('the same content gives the same draft, in whatever order it was added', async (t) => {
  const { write } = t.database;
  const seed = seeding(write, NOW);
  const at = { pubDate: NOW - HOUR };
  const past = { pubDate: NOW - 30 * DAY, corrections: [{ date: NOW - HOUR, text: 'Wrong.' }] };
  const adding = [
    ...['a', 'b', 'c'].map((id) => () => seed.article(id, at)),
    ...['d', 'e', 'f'].map((id) => () => seed.news(id, at)),
    ...['g', 'h', 'i'].map((id) => () => seed.event(id)),
    ...['j', 'k', 'l'].map((id) => () => seed.poll(id)),
    ...['m', 'n'].map((id) => () => seed.poll(id, { closesAt: NOW - HOUR })),
    ...['o', 'p'].map((id) => () => seed.article(id, past)),
  ];
  const whole = { minLength: adding.length, maxLength: adding.length };
  let expected: unknown;
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(adding, whole), async (shuffled) => {
      for (const table of ['article', 'news_item', 'event', 'poll', 'newsletter_issue'] as const)
        await write.deleteFrom(table).execute();
      for (const add of shuffled) await add();
      const issue = await build(write);
      const draft = [issue.subject, issue.choices, await resolveIssue(write, context, issue)];
      expected ??= draft;
      expect(draft).toEqual(expected);
      expect((await build(write)).choices).toEqual(issue.choices);
    }),
    rounds(import.meta.url, 10),
  );
});

eachDatabase(
  'a change needs the present version, and an issue that was sent no longer changes',
  async (t) => {
    const { write } = t.database;
    const issue = await build(write);
    await changed(write, issue, { note: 'One' });
    const late = await changeIssue(write, context, issue.id, issue.version, { note: 'Two' });
    expect(late).toMatchObject({ kind: 'conflict', issue: { note: 'One', version: 2 } });
    await markSent(write, issue);
    for (const outcome of [
      await changeIssue(write, context, issue.id, 2, { note: 'Three' }),
      await rebuildIssue(write, context, issue.id, 2),
      await removeIssue(write, issue.id, 2),
    ])
      expect(outcome).toMatchObject({ kind: 'settled', issue: { note: 'One' } });
    expect(await changeIssue(write, context, 'none', 1, {})).toEqual({ kind: 'missing' });
  },
);

eachDatabase('an occasion of the schedule has one issue', async (t) => {
  const { write } = t.database;
  const request = { by: null, audience: 'weekly', occasion: 'weekly:2026-11-20' } as const;
  const all = await Promise.all([1, 2, 3].map(() => buildIssue(write, context, request)));
  expect(all.map(({ kind }) => kind).sort()).toEqual(['built', 'known', 'known']);
  expect(new Set(all.map(({ issue }) => issue.id)).size).toBe(1);
  expect((await listIssues(write, {}, { limit: 10 })).items).toHaveLength(1);
  expect((await listIssues(write, { states: ['sent'] }, { limit: 10 })).items).toEqual([]);
});

eachDatabase('rebuilding draws again and keeps what the editor wrote; a draft can be deleted', async (t) => {
  const { write } = t.database;
  const issue = await changed(write, await build(write), { subject: 'My subject', note: 'My note' });
  await seeding(write, NOW).article('new', { pubDate: NOW + HOUR });
  const later = { ...context, now: NOW + 2 * HOUR };
  const rebuilt = await rebuildIssue(write, later, issue.id, issue.version);
  expect(rebuilt).toMatchObject({
    kind: 'saved',
    issue: {
      subject: 'My subject',
      note: 'My note',
      builtAt: NOW + 2 * HOUR,
      sinceAt: NOW - 7 * DAY + 2 * HOUR,
    },
  });
  expect(await partsOf(write, (rebuilt as { issue: Issue }).issue, later.now)).toEqual(['articles/new']);
  expect((await removeIssue(write, issue.id, 3)).kind).toBe('saved');
  expect(await findIssue(write, issue.id)).toBeUndefined();
});
