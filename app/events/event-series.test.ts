import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { eachDatabase } from '../../tests/each-database.ts';
import { type Form, formIn } from '../../tests/form-in.ts';
import { openSite, type TestSite } from '../../tests/open-site.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import { formatCalendar } from './event-calendar-file.server.ts';
import { events } from './event-collection.server.ts';
import { listCalendarEvents } from './event-listings.server.ts';

type Json = Record<string, unknown>;
type Headers = Record<string, string>;
type Call = (
  method: string,
  path: string,
  body?: Json,
  headers?: Headers,
) => Promise<{ status: number; json: Json }>;

// The first Tuesday of December, 7 PM in the town.
const dance = {
  ...sampleInputs.events,
  title: 'Contra dance',
  link: 'https://example.org/dance',
  eventDate: '2026-12-02T00:00:00.000Z',
  eventTime: '7 PM',
  endDate: '2026-12-02T02:00:00.000Z',
};
const weekly = { ...dance, recurrence: 'FREQ=WEEKLY;COUNT=4' };

function apiOf(site: TestSite, admin: Headers): Call {
  return async (method, path, body, headers = {}) => {
    const response = await site.fetch(`/api/v1/events${path}`, {
      method,
      headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, json: text ? JSON.parse(text) : {} };
  };
}

async function openEditor(site: TestSite) {
  const admin = await site.asAdmin();
  const call = apiOf(site, admin);
  const list = async () =>
    (await call('GET', '?limit=100&from=2020-01-01')).json.items as (Json & {
      id: string;
      eventDate: string;
    })[];
  const days = async () => (await list()).map(({ eventDate }) => eventDate.slice(0, 13));
  return { admin, call, list, days };
}

const four = ['2026-12-02T00', '2026-12-09T00', '2026-12-16T00', '2026-12-23T00'];

test('PUT with a rule creates every date as an event of its own', async () => {
  await using site = await openSite();
  const { call, list, days } = await openEditor(site);
  const { status, json } = await call('PUT', '/dance', { ...weekly, link: `${site.origin}/events/dance` });
  expect([status, json.id, json.recurrence, json.seriesId]).toEqual([
    201,
    'dance',
    'FREQ=WEEKLY;COUNT=4',
    'dance',
  ]);
  expect(await days()).toEqual(four);
  const items = await list();
  expect(items.map(({ id }) => id)).toEqual(['dance', 'dance-20261208', 'dance-20261215', 'dance-20261222']);
  for (const { id, ...item } of items)
    expect(item).toMatchObject({
      ...{ title: 'Contra dance', recurrence: 'FREQ=WEEKLY;COUNT=4', seriesId: 'dance' },
      ...{ recurrenceId: item.eventDate, link: `${site.origin}/events/${id}` },
      endDate: item.eventDate.replace('T00', 'T02'),
    });
  expect((await call('PUT', '/dance', json)).json).toMatchObject({ seriesId: 'dance' });
  expect(await days()).toEqual(four);
  expect(await site.page('/search?q=contra')).toContain('3 more dates');
  await call('PATCH', '/dance-20261215', { title: 'Contra waltz', eventLocation: 'The green' });
  expect(await site.page('/search?q=contra')).toContain('3 more dates');
});

test('the hour stays when the clocks change, and an id that exists is not overwritten', async () => {
  await using site = await openSite();
  const { call, days, list } = await openEditor(site);
  await call('PUT', '/spring-20270316', {
    ...dance,
    eventDate: '2026-11-25T00:00:00Z',
    title: 'Something else',
  });
  const march = {
    ...dance,
    eventDate: '2027-03-10T00:00:00Z',
    endDate: null,
    recurrence: 'FREQ=WEEKLY;UNTIL=20270316',
  };
  expect((await call('PUT', '/spring', march)).status).toBe(201);
  expect(await days()).toEqual(['2026-11-25T00', '2027-03-10T00', '2027-03-16T23']);
  expect((await list()).map(({ id, title }) => [id, title])).toEqual([
    ['spring-20270316', 'Something else'],
    ['spring', 'Contra dance'],
    ['spring-20270316-2', 'Contra dance'],
  ]);
});

test('an event without a rule has none, and a rule can be added later', async () => {
  await using site = await openSite();
  const { call, days } = await openEditor(site);
  const { json } = await call('PUT', '/dance', dance);
  expect(json).toMatchObject({ recurrence: null, seriesId: null, recurrenceId: null, seriesStart: null });
  expect((await call('PATCH', '/dance', { recurrence: 'RRULE:freq=weekly;count=2' })).json).toMatchObject({
    ...{ recurrence: 'FREQ=WEEKLY;COUNT=2', seriesId: 'dance' },
  });
  expect(await days()).toEqual(four.slice(0, 2));
});

test.each([
  ['FREQ=YEARLY;COUNT=2', /FREQ=WEEKLY or FREQ=MONTHLY/],
  ['FREQ=WEEKLY', /when it ends/],
  ['FREQ=WEEKLY;BYDAY=FR;COUNT=2', /one of the dates/],
  ['FREQ=WEEKLY;UNTIL=20400101', /within 5 years/],
  [7, /rule/],
])('the rule %j is a 422 that names recurrence', async (recurrence, message) => {
  await using site = await openSite();
  const { call, list } = await openEditor(site);
  const { status, json } = await call('PUT', '/dance', { ...dance, recurrence });
  expect([status, json.errors]).toEqual([
    422,
    [{ field: 'recurrence', message: expect.stringMatching(message) }],
  ]);
  expect(await list()).toEqual([]);
});

test('an edit changes one date unless it says more', async () => {
  await using site = await openSite();
  const { call, list } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  const titles = async () => (await list()).map(({ title }) => title);
  await call('PATCH', '/dance-20261208', { title: 'Tango' });
  expect(await titles()).toEqual(['Contra dance', 'Tango', 'Contra dance', 'Contra dance']);
  await call('PATCH', '/dance-20261215?series=following', { title: 'Waltz' });
  expect(await titles()).toEqual(['Contra dance', 'Tango', 'Waltz', 'Waltz']);
  await call('PATCH', '/dance?series=all', { eventLocation: 'Town hall' });
  expect(await titles()).toEqual(['Contra dance', 'Tango', 'Waltz', 'Waltz']);
  expect((await list()).map(({ eventLocation }) => eventLocation)).toEqual(Array(4).fill('Town hall'));
  expect((await call('PATCH', '/dance?series=some', { title: 'Polka' })).status).toBe(400);
  expect((await call('PATCH', '/dance', { recurrence: 'FREQ=WEEKLY;COUNT=9' })).json.errors).toEqual([
    { field: 'recurrence', message: expect.stringContaining('series=following') },
  ]);
});

test('a new day and time move every date by the same amount, including one that was moved on its own', async () => {
  await using site = await openSite();
  const { call, days, list } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  await call('PATCH', '/dance-20261208', { eventDate: '2026-12-10T00:00:00Z', endDate: null });
  await call('PATCH', '/dance?series=all', {
    eventDate: '2026-12-03T01:00:00Z',
    endDate: '2026-12-03T02:00:00Z',
  });
  expect(await days()).toEqual(['2026-12-03T01', '2026-12-11T01', '2026-12-17T01', '2026-12-24T01']);
  expect((await list()).map(({ endDate }) => String(endDate).slice(0, 13))).toEqual([
    ...['2026-12-03T02', '2026-12-11T02', '2026-12-17T02', '2026-12-24T02'],
  ]);
  expect((await list()).map(({ id }) => id)).toEqual([
    ...['dance', 'dance-20261208', 'dance-20261215', 'dance-20261222'],
  ]);
});

test('moving the following dates begins a series of its own; the earlier dates end theirs', async () => {
  await using site = await openSite();
  const { call, days, list } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  const later = { eventDate: '2026-12-17T00:00:00Z', endDate: '2026-12-17T02:00:00Z' };
  await call('PATCH', '/dance-20261215?series=following', later);
  expect(await days()).toEqual([...four.slice(0, 2), '2026-12-17T00', '2026-12-24T00']);
  const rules = (await list()).map(({ recurrence, seriesId }) => [recurrence, seriesId]);
  const [first, second] = [
    ['FREQ=WEEKLY;COUNT=2', 'dance'],
    ['FREQ=WEEKLY;COUNT=2', 'dance-20261215'],
  ];
  expect(rules).toEqual([first, first, second, second]);
});

test('another rule keeps the dates that are in both, and a deleted date stays deleted', async () => {
  await using site = await openSite();
  const { call, days, list } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  await call('PATCH', '/dance-20261215', { title: 'Tango' });
  expect((await call('DELETE', '/dance-20261208')).status).toBe(204);
  expect(await days()).toEqual([four[0], four[2], four[3]]);
  await call('PATCH', '/dance?series=all', { recurrence: 'FREQ=WEEKLY;COUNT=6' });
  expect(await days()).toEqual([four[0], four[2], four[3], '2026-12-30T00', '2027-01-06T00']);
  expect((await list())[1]).toMatchObject({ id: 'dance-20261215', title: 'Tango' });
  await call('PATCH', '/dance?series=all', { recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=2' });
  expect(await days()).toEqual([four[0], four[2]]);
  expect((await list())[1]).toMatchObject({ id: 'dance-20261215', title: 'Tango' });
});

test('without its rule an event leaves the series: alone, or the others end or go', async () => {
  await using site = await openSite();
  const { call, days, list } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  await call('PATCH', '/dance-20261208', { recurrence: null });
  expect((await list()).map(({ seriesId }) => seriesId)).toEqual(['dance', null, 'dance', 'dance']);
  await call('PATCH', '/dance-20261215?series=following', { recurrence: null });
  expect(await days()).toEqual(four.slice(0, 3));
  expect((await list()).map(({ recurrence }) => recurrence)).toEqual(['FREQ=WEEKLY;COUNT=2', null, null]);
});

test('DELETE of the following or all dates moves them to the trash together', async () => {
  await using site = await openSite();
  const { call, days } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  expect((await call('DELETE', '/dance-20261215?series=following')).status).toBe(204);
  expect(await days()).toEqual(four.slice(0, 2));
  expect((await call('POST', '/dance-20261222/restore')).json).toMatchObject({ seriesId: 'dance' });
  expect((await call('DELETE', '/dance?series=all')).status).toBe(204);
  expect(await days()).toEqual([]);
});

test('an edit of what someone else has changed is a 412, and changes no date', async () => {
  await using site = await openSite();
  const { call, list } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  const outdated = { 'If-Match': '"1-x"' };
  expect((await call('PATCH', '/dance?series=all', { title: 'Waltz' }, outdated)).status).toBe(412);
  expect((await list()).map(({ title }) => title)).toEqual(Array(4).fill('Contra dance'));
});

test('the form repeats an event, shows how it repeats, and asks which dates an edit is for', async () => {
  await using site = await openSite();
  const { admin, days, list } = await openEditor(site);
  const add = await site.page('/admin/events/add', admin);
  expect(add).not.toContain('name="series"');
  for (const label of ['None', 'Weekly', 'Every 2 weeks', 'Monthly on this date', 'Monthly on this weekday'])
    expect(add).toContain(`>${label}</option>`);
  expect(add).not.toContain('As before');
  const typed: Form = {
    ...formIn(add),
    ...{ title: 'Contra dance', description: '<p>With a caller.</p>', eventLocation: 'Town hall' },
    ...{
      eventDate: '2026-12-08',
      repeat: 'monthly-weekday',
      repeatCount: '3',
      publication: 'published',
      allDay: '',
    },
  };
  const neither = await site.post('/admin/events/add', { ...typed, repeatCount: '' }, admin);
  expect(neither.status).toBe(400);
  expect(await neither.text()).toMatch(/id="repeat-error">Enter when it ends: Until, or a number of times/);
  expect((await site.post('/admin/events/add', typed, admin)).status).toBe(303);
  expect(await days()).toEqual(['2026-12-09T00', '2027-01-13T00', '2027-02-10T00']);
  const [, second] = await list();
  expect(second?.recurrence).toBe('FREQ=MONTHLY;BYDAY=2TU;COUNT=3');
  const page = await site.page(`/admin/events/${second?.id}`, admin);
  expect(page).toMatch(
    /<option value="monthly-weekday" selected="">|<option selected="" value="monthly-weekday">/,
  );
  const set = { allDay: '', repeat: 'monthly-weekday', status: 'scheduled', publication: 'published' };
  const edit = { ...formIn(page), ...set };
  const all = await site.post(
    `/admin/events/${second?.id}`,
    { ...edit, title: 'Square dance', series: 'all' },
    admin,
  );
  expect(all.status).toBe(303);
  expect((await list()).map(({ title }) => title)).toEqual(Array(3).fill('Square dance'));
  const again = formIn(await site.page(`/admin/events/${second?.id}`, admin));
  const one = { ...again, ...set, eventDate: '2027-01-14', series: 'this' };
  expect((await site.post(`/admin/events/${second?.id}`, one, admin)).status).toBe(303);
  expect(await days()).toEqual(['2026-12-09T00', '2027-01-15T00', '2027-02-10T00']);
});

test('a form without Repeat, and one for a rule that it has no word for, keep the rule', async () => {
  await using site = await openSite();
  const { admin, call, list } = await openEditor(site);
  const recurrence = 'FREQ=WEEKLY;INTERVAL=3;UNTIL=20270101T000000Z';
  await call('PUT', '/dance', { ...dance, recurrence });
  const page = await site.page('/admin/events/dance', admin);
  expect(page).toContain('>As before</option>');
  expect(formIn(page).repeatUntil).toBe('2026-12-31');
  for (const repeat of ['', 'custom']) {
    const form = { ...formIn(await site.page('/admin/events/dance', admin)), repeat, series: 'all' };
    const sent = {
      ...form,
      title: `Dance ${repeat}`,
      status: 'scheduled',
      publication: 'published',
      allDay: '',
    };
    expect((await site.post('/admin/events/dance', sent, admin)).status).toBe(303);
  }
  expect((await list()).map((item) => [item.title, item.recurrence])).toEqual([
    ...[
      ['Dance custom', recurrence],
      ['Dance custom', recurrence],
    ],
  ]);
});

test('a rule with fewer dates asks first, and the dropped dates can be brought back', async () => {
  await using site = await openSite();
  const { admin, call, days } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  const form = {
    ...formIn(await site.page('/admin/events/dance', admin)),
    ...{ status: 'scheduled', publication: 'published', allDay: '', series: 'all' },
    ...{ repeat: 'biweekly', repeatUntil: '', repeatCount: '2' },
  };
  const asked = await site.post('/admin/events/dance', form, admin);
  const question =
    '2 dates are not in the new rule and will be moved to the trash: 12/08/2026 and 12/22/2026.';
  expect([asked.status, await asked.text()]).toEqual([400, expect.stringContaining(question)]);
  expect(await days()).toEqual(four);

  const saved = await site.post('/admin/events/dance', { ...form, asked: question }, admin);
  expect(saved.status).toBe(303);
  expect(await days()).toEqual([four[0], four[2]]);
  const page = await site.page(String(saved.headers.get('Location')), admin);
  expect(page).toContain('2 deleted.');
  const batch = /name="batch" value="([^"]+)"/.exec(page)?.[1] ?? '';
  expect((await site.post('/admin/trash/undo', { batch, back: '/admin/events' }, admin)).status).toBe(303);
  expect(await days()).toEqual(four);
});

test('the admin list asks which dates to delete, and Undo brings all of them back', async () => {
  await using site = await openSite();
  const { admin, call, days } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  await call('PUT', '/single', dance);
  expect(await site.page('/admin/events?delete=single', admin)).not.toContain('name="series"');
  expect(await site.page('/admin/events?delete=dance', admin)).toContain('value="following"');
  await call('DELETE', '/single');
  const response = await site.post('/admin/events', { id: 'dance-20261215', series: 'following' }, admin);
  expect(await days()).toEqual(four.slice(0, 2));
  const list = await site.page(response.headers.get('Location') ?? '', admin);
  const [, batch = ''] = /name="batch" value="([^"]+)"/.exec(list) ?? [];
  await site.post('/admin/trash/undo', { ...formIn(list), batch }, admin);
  expect(await days()).toEqual(four);
});

/** The HTML without the markers that React puts between texts. */
const wordsOf = (html: string) => html.replaceAll('<!-- -->', '');

test('the admin list has one row for a series, with the later dates folded, and a list of all of them', async () => {
  // A day after the first date.
  await using site = await openSite({ now: Date.parse('2026-12-03T12:00:00Z') });
  const { admin, call } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  const single = { ...dance, title: 'A single event', eventDate: '2026-12-10T00:00:00Z', endDate: null };
  await call('PUT', '/single', single);
  await call('PATCH', '/dance-20261222', { status: 'cancelled' });
  const rowsOf = (html: string) =>
    [...html.matchAll(/<th scope="row"[\s\S]*?<\/tr>/g)].map(([row]) => row.replace(/<[^>]*>/g, '|'));

  const [series = '', other = '', ...more] = rowsOf(wordsOf(await site.page('/admin/events', admin)));
  expect(more).toEqual([]);
  expect(series).toContain('Contra dance');
  expect(series).toContain('Repeats weekly · date 2 of 4 · |all dates|');
  expect(series).toMatch(/2 later dates.*12\/15\/2026 7 PM.*12\/22\/2026 7 PM.*Canceled/);
  expect(other).toContain('A single event');
  expect(other).not.toContain('Repeats');

  const list = await site.page('/admin/events', admin);
  expect(list).toMatch(/<details class="fold series-dates"><summary>/);
  for (const path of ['/admin/events/dance-20261215', '/admin/events?series=dance'])
    expect(list).toContain(`href="${path}"`);
  expect(rowsOf(await site.page('/admin/events?show=all', admin))).toHaveLength(2);
  expect(rowsOf(await site.page('/admin/events?q=contra', admin))).toHaveLength(4);

  const dates = wordsOf(await site.page('/admin/events?series=dance', admin));
  expect(dates).toContain('All dates of “Contra dance”.');
  expect(rowsOf(dates).map((row) => /date \d of \d/.exec(row)?.[0])).toEqual([
    ...['date 1 of 4', 'date 2 of 4', 'date 3 of 4', 'date 4 of 4'],
  ]);
  expect(dates).not.toContain('later date');
  expect(await site.page('/admin/events?series=none', admin)).toContain('No data found.');
});

test('the form of a date says where it is in its series, and its buttons how many dates a choice is for', async () => {
  await using site = await openSite();
  const { admin, call } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  await call('PUT', '/single', dance);
  const form = wordsOf(await site.page('/admin/events/dance-20261215', admin));
  expect(form).toContain('Repeats weekly · date 3 of 4 · <a href="/admin/events?series=dance"');
  const names = (following: string) =>
    `<span class="scope scope--following"> ${following}</span><span class="scope scope--all"> 4 dates</span></span></button>`;
  expect(form).toContain(`<span>Save${names('2 dates')}`);
  expect(wordsOf(await site.page('/admin/events/dance-20261222', admin))).toContain(names('1 date'));
  expect(wordsOf(await site.page('/admin/events?delete=dance', admin))).toContain(
    `<span>Delete${names('4 dates')}`,
  );
  const single = wordsOf(await site.page('/admin/events/single', admin));
  expect(single).not.toContain('Repeats ');
  expect(single).not.toContain('scope--all');
});

test('the page of a series lists its dates, and each date leads to it', async () => {
  await using site = await openSite({ now: Date.parse('2026-12-12T12:00:00Z') });
  const { admin, call } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  await call('PATCH', '/dance-20261215', { status: 'cancelled', title: 'Contra dance with Anna' });
  expect(await site.page('/events/dance-20261222')).toContain(
    'Weekly, 4 times<br/><a href="/events/series/dance">',
  );
  const html = await site.page('/events/series/dance');
  expect(html).toContain('<h1>Contra dance with Anna</h1>');
  expect(html.match(/<li class="event[^"]*"/g)).toEqual([
    ...['<li class="event is-over"', '<li class="event is-over"', '<li class="event"', '<li class="event"'],
  ]);
  for (const id of ['dance', 'dance-20261208', 'dance-20261215', 'dance-20261222'])
    expect(html).toContain(`href="/events/${id}"`);
  expect(html).toContain('Canceled');
  expect(await site.page('/events/series/dance', admin)).toContain('href="/admin/events">Edit events</a>');
  expect((await site.fetch('/events/series/none')).status).toBe(404);
});

test('a draft keeps its rule and becomes a series when it is published', async () => {
  await using site = await openSite();
  const { call, days } = await openEditor(site);
  expect((await call('PUT', '/dance', { ...weekly, publication: 'draft' })).status).toBe(201);
  expect(await days()).toEqual([]);
  expect((await call('PATCH', '/dance', { publication: 'published' })).json).toMatchObject({
    seriesId: 'dance',
  });
  expect(await days()).toEqual(four);
});

test('a scheduled event has a rule that can be followed, and gets its dates at its time', async () => {
  await using site = await openSite();
  const { call, days } = await openEditor(site);
  const later = { publication: 'scheduled', publishAt: '2026-11-21T12:00:00Z' };
  const wrong = await call('PUT', '/dance', {
    ...dance,
    ...later,
    recurrence: 'FREQ=WEEKLY;BYDAY=FR;COUNT=2',
  });
  expect([wrong.status, wrong.json.errors]).toEqual([
    422,
    [expect.objectContaining({ field: 'recurrence' })],
  ]);
  expect((await call('PUT', '/dance', { ...weekly, ...later })).status).toBe(201);
  expect(await days()).toEqual([]);
  expect(await events.store.unpublished?.publish(site.write, 'dance', Date.parse(later.publishAt))).toBe(
    true,
  );
  expect(await days()).toEqual(four);
});

test('each date that an edit changes gets a version, and restoring one keeps the series', async () => {
  await using site = await openSite();
  const { call, list, days } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  await call('PATCH', '/dance?series=all', { title: 'Waltz' });
  await call('PATCH', '/dance?series=all', { recurrence: 'FREQ=WEEKLY;COUNT=5' });
  const path = '/dance-20261208/revisions';
  const items = (await call('GET', path)).json.items as Json[];
  expect(items.map(({ revision, kind }) => [revision, kind])).toEqual([
    [3, 'saved'],
    [2, 'saved'],
    [1, 'kept'],
  ]);
  expect((await call('POST', `${path}/1/restore`)).json).toMatchObject({
    ...{ title: 'Contra dance', recurrence: 'FREQ=WEEKLY;COUNT=5' },
  });
  expect((await list()).map(({ title }) => title)).toEqual([
    'Waltz',
    'Contra dance',
    'Waltz',
    'Waltz',
    'Waltz',
  ]);
  expect(await days()).toHaveLength(5);
});

test('a date that is unpublished and published again is in its series, once', async () => {
  await using site = await openSite();
  const { call, days } = await openEditor(site);
  await call('PUT', '/dance', weekly);
  await call('PATCH', '/dance-20261208', { publication: 'draft' });
  expect(await days()).toEqual([four[0], four[2], four[3]]);
  await call('PATCH', '/dance-20261208', { publication: 'published' });
  expect(await days()).toEqual(four);
});

eachDatabase(
  'what is exported comes back as it was, with exceptions and moved dates',
  async ({ database }) => {
    const { write } = database;
    const now = Date.parse('2026-11-20T22:00:00Z');
    const save = (input: Json, series?: 'all') =>
      events.store.save(write, events.json.schema.parse(input), { now, series });
    await save({ ...weekly, id: 'dance' });
    await events.store.remove(write, 'dance');
    const second = await events.store.find(write, 'dance-20261208');
    if (!second) throw new Error('no second date');
    await save({ ...events.json.toInputJson(second), eventDate: '2026-12-10T00:00:00Z', endDate: null });
    const listAll = async () =>
      (await events.store.list(write, { limit: 100 })).items.map(events.json.toInputJson);
    const exported = await listAll();
    expect(exported).toHaveLength(3);
    for (const { id } of exported) await events.store.remove(write, String(id));
    for (const record of exported) await save(record);
    expect(await listAll()).toEqual(exported);
    for (const record of exported) await save(record);
    expect(await listAll()).toEqual(exported);
    const third = exported[2] as Json;
    await save({ ...third, recurrence: 'FREQ=WEEKLY;COUNT=5' }, 'all');
    expect((await listAll()).map(({ eventDate }) => String(eventDate).slice(0, 13))).toEqual([
      ...['2026-12-10T00', four[2], four[3], '2026-12-30T00'],
    ]);
  },
);

const byStart = (one: { start: string; title: string }, other: { start: string; title: string }) =>
  `${one.start} ${one.title}` < `${other.start} ${other.title}` ? -1 : 1;

/** What a calendar program shows of a calendar: each date's start, title and status, in order. */
function expand(text: string): { start: string; title: string; status: string }[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const all = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  const shown = all
    .filter((event) => !event.isRecurrenceException())
    .flatMap((event) => {
      const own = all.filter((other) => other.isRecurrenceException() && other.uid === event.uid);
      for (const other of own) event.relateException(other);
      const dates = event.iterator();
      const found = [];
      for (let next = dates.next(); next; next = dates.next()) {
        const { item, startDate } = event.getOccurrenceDetails(next);
        const status = String(item.component.getFirstPropertyValue('status'));
        found.push({
          start: startDate.isDate ? startDate.toString() : startDate.toJSDate().toISOString(),
          title: item.summary,
          status,
        });
      }
      return found;
    });
  return shown.sort(byStart);
}

const statuses: Record<string, string> = {
  scheduled: 'CONFIRMED',
  moved: 'CONFIRMED',
  cancelled: 'CANCELLED',
};

test.each([
  ['weekly, over both clock changes', '2026-09-09T23:00:00.000Z', 'FREQ=WEEKLY;UNTIL=20270401'],
  ['every 2 weeks on two days', '2026-12-02T00:00:00.000Z', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=9'],
  ['monthly by date', '2026-12-31T15:00:00.000Z', 'FREQ=MONTHLY;COUNT=5'],
  ['monthly by weekday', '2026-11-27T15:00:00.000Z', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=6'],
  ['at an hour that a clock change skips', '2027-02-28T07:30:00.000Z', 'FREQ=WEEKLY;COUNT=4'],
  ['at an hour that a clock change repeats', '2026-10-25T05:30:00.000Z', 'FREQ=WEEKLY;COUNT=4'],
])(
  'in the calendar a series is a rule that gives the same dates as the list: %s',
  async (_, eventDate, recurrence) => {
    await using site = await openSite({ now: Date.parse('2026-10-01T12:00:00Z') });
    const { call, list } = await openEditor(site);
    const endDate = new Date(Date.parse(eventDate) + 2 * 60 * 60 * 1000).toISOString();
    const made = await call('PUT', '/dance', {
      ...dance,
      eventTime: 'See below',
      eventDate,
      endDate,
      recurrence,
    });
    expect(made.status).toBe(201);
    await call('PUT', '/concert', { ...dance, title: 'Concert' });
    const listed = async () =>
      (await list())
        .map(({ eventDate: start, title, status }) => ({
          start,
          title: status === 'cancelled' ? `Canceled: ${title}` : String(title),
          status: statuses[String(status)],
        }))
        .sort(byStart);
    const calendar = () => site.page('/events.ics');
    expect(expand(await calendar())).toEqual(await listed());

    const [, second, third, fourth] = (await list()).filter(({ seriesId }) => seriesId);
    const moved = new Date(Date.parse(String(fourth?.eventDate)) + 3_600_000).toISOString();
    await call('PATCH', `/${second?.id}`, { status: 'cancelled' });
    await call('DELETE', `/${third?.id}`);
    await call('PATCH', `/${fourth?.id}`, { eventDate: moved, endDate: null, title: 'Contra dance, later' });
    const text = await calendar();
    expect(expand(text)).toEqual(await listed());
    expect(text.match(/^RRULE:/gm)).toHaveLength(1);
    expect(text.match(/^EXDATE/gm)).toHaveLength(1);
    expect(text).toContain('UID:dance.series@localhost');
    expect(text).toContain('UID:concert@localhost');
  },
);

eachDatabase(
  'in the calendar an all-day series has days, and the next version a higher sequence',
  async ({ database }) => {
    const { write } = database;
    const now = Date.parse('2026-11-20T22:00:00Z');
    const save = async (input: object, series?: 'all') => {
      const item = events.json.schema.parse({ id: 'fair', ...dance, ...input });
      expect(await events.store.save(write, item, { now, ...(series ? { series } : {}) })).toMatchObject({
        kind: 'saved',
      });
    };
    const day = {
      allDay: true,
      eventTime: 'All day',
      eventDate: '2026-12-01T05:00:00.000Z',
      endDate: '2026-12-02T05:00:00.000Z',
    };
    await save({ ...day, recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const [from, since] = [Date.parse('2026-11-20T05:00:00Z'), Date.parse('2026-10-20T05:00:00Z')];
    const calendarAt = async (revision: number) =>
      formatCalendar(
        await listCalendarEvents(write, { from, since }),
        { clock: { timeZone: 'America/New_York', locale: 'en-US' }, siteUrl: 'https://town.example', now },
        { name: 'Events', url: 'https://town.example/events.ics', revision },
      );
    const text = await calendarAt(1);
    expect(text).toContain('DTSTART;VALUE=DATE:20261201');
    expect(text).toContain('RRULE:FREQ=WEEKLY;UNTIL=20261215');
    await events.store.remove(write, 'fair-20261208');
    const next = await calendarAt(2);
    expect(next).toContain('EXDATE;VALUE=DATE:20261208');
    expect(next).toContain('SEQUENCE:2');
    expect(expand(next).map(({ start }) => start.slice(0, 10))).toEqual(['2026-12-01', '2026-12-15']);
  },
);
