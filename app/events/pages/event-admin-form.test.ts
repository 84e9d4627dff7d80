import { expect, test } from 'vitest';
import { findEvent } from '#app/events/event-store.server.ts';
import { saveTown } from '#app/town/town-store.server.ts';
import { now, seed } from '../../../tests/event-pages.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';

const typed = {
  id: 'dance',
  title: 'Contra dance',
  eventDate: '2026-11-21',
  eventTime: '7:00 PM',
  eventLocation: 'Town Hall',
  link: 'https://example.org/dance',
  description: '<p>No partner needed.</p>',
  enclosureUrl: '/illustrations/green.svg',
  enclosureType: 'image/svg+xml',
  sourceId: 'arts-1',
  pubDate: '2026-11-20T17:00',
};

async function versionIn(site: TestSite, admin: Record<string, string>): Promise<string> {
  return formIn(await site.page('/admin/events/dance', admin)).version ?? '';
}

test('the form takes the end as a time next to the start, and shows one before the start again with everything typed', async () => {
  await using site = await openSite({ now });
  const admin = await site.asAdmin();
  await seed(site, 'dance', '2026-11-22T00:00:00Z');
  const version = await versionIn(site, admin);
  const form = { ...typed, version, status: 'postponed', statusNote: 'The fiddler is ill.' };
  const refused = await site.post('/admin/events/dance', { ...form, endTime: '18:00' }, admin);
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain('It must end after it starts');
  expect(html).toMatch(/id="endTime-error">It must end after it starts/);
  expect(html).toMatch(/type="time"[^>]*name="endTime"[^>]*value="18:00"/);
  expect(html).toContain('value="The fiddler is ill."');
  expect(html).toMatch(/<option value="postponed" selected="">/);
  const saved = await site.post('/admin/events/dance', { ...form, endTime: '22:00' }, admin);
  expect(saved.status).toBe(303);
  expect(await findEvent(site.services.read, 'dance')).toMatchObject({
    endDate: Date.parse('2026-11-22T03:00:00Z'),
    status: 'postponed',
    statusNote: 'The fiddler is ill.',
    allDay: false,
  });
});

test('an end at a local time that the clock skips is the moment after it', async () => {
  await using site = await openSite({ now });
  const night = { ...typed, id: 'night', version: '0', eventDate: '2026-03-08', eventTime: '1 AM' };
  await site.post('/admin/events/add', { ...night, endTime: '02:30' }, await site.asAdmin());
  expect(await findEvent(site.services.read, 'night')).toMatchObject({
    eventDate: Date.parse('2026-03-08T06:00:00Z'),
    endDate: Date.parse('2026-03-08T07:30:00Z'),
  });
});

test('the last day is only needed where an event ends on a later one, and moves along when it has none', async () => {
  await using site = await openSite({ now });
  const admin = await site.asAdmin();
  await seed(site, 'dance', '2026-11-22T00:00:00Z');
  const save = async (changes: Record<string, string>) => {
    const page = formIn(await site.page('/admin/events/dance', admin));
    const form = { ...page, status: 'scheduled', publication: 'published', ...changes };
    expect((await site.post('/admin/events/dance', form, admin)).status).toBe(303);
    const { endTime, endDay } = formIn(await site.page('/admin/events/dance', admin));
    const { endDate } = (await findEvent(site.services.read, 'dance')) ?? {};
    return [new Date(Number(endDate)).toISOString(), endTime, endDay];
  };
  expect(await save({ endTime: '22:30' })).toEqual(['2026-11-22T03:30:00.000Z', '22:30', '']);
  expect(await save({ eventDate: '2026-11-28' })).toEqual(['2026-11-29T03:30:00.000Z', '22:30', '']);
  // Until midnight, and into the night.
  expect(await save({ endTime: '00:00' })).toEqual(['2026-11-29T05:00:00.000Z', '00:00', '']);
  expect(await save({ endTime: '1 AM' })).toEqual(['2026-11-29T06:00:00.000Z', '01:00', '2026-11-29']);
  expect(await save({ endTime: '17:00', endDay: '2026-12-01' })).toEqual([
    ...['2026-12-01T22:00:00.000Z', '17:00', '2026-12-01'],
  ]);
  expect(await save({ title: 'Dances' })).toEqual(['2026-12-01T22:00:00.000Z', '17:00', '2026-12-01']);
});

test('a draft keeps an end that has no date yet', async () => {
  await using site = await openSite({ now });
  const admin = await site.asAdmin();
  const form = { ...typed, version: '0', eventDate: '', endTime: '21:30', publication: 'draft' };
  expect((await site.post('/admin/events/add', form, admin)).status).toBe(303);
  expect(formIn(await site.page('/admin/events/dance', admin))).toMatchObject({
    eventDate: '',
    endTime: '21:30',
    endDay: '',
  });
});

test('a moved event that is submitted twice is saved', async () => {
  await using site = await openSite({ now });
  const admin = await site.asAdmin();
  await seed(site, 'dance', '2026-11-22T00:00:00Z');
  const form = {
    ...typed,
    version: await versionIn(site, admin),
    eventDate: '2026-11-28',
    status: 'moved',
    allDay: 'true',
    eventTime: 'All day',
    endDay: '2026-11-29',
  };
  for (const turn of [1, 2])
    expect([turn, (await site.post('/admin/events/dance', form, admin)).status]).toEqual([turn, 303]);
  expect(await findEvent(site.services.read, 'dance')).toMatchObject({
    version: 2,
    previousDate: Date.parse('2026-11-22T00:00:00Z'),
    eventDate: Date.parse('2026-11-28T05:00:00Z'),
    endDate: Date.parse('2026-11-30T05:00:00Z'),
  });
});

test('a form with only the fields of the specification can be saved', async () => {
  await using site = await openSite({ now });
  const admin = await site.asAdmin();
  const response = await site.post('/admin/events/add', { ...typed, id: 'new', version: '0' }, admin);
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/admin/events/new?saved=1']);
});

test.each([
  'nope',
  'nope.ics',
  'add',
  'add.ics',
  '.ics',
  '%3Cscript%3E.ics',
  '..%2F..%2Fetc',
  "a'--",
  'x'.repeat(200),
])('an unknown event is a real 404 on the 404 page: %s', async (id) => {
  await using site = await openSite();
  await saveTown(site.write, { title: 'The Commons' });
  const response = await site.fetch(`/events/${id}`);
  expect(response.status).toBe(404);
  const html = await response.text();
  expect(html).toContain('Oops! The page you are looking for does not exist.');
  expect(html).toContain('<span>The Commons</span>');
});

test('a form whose time contradicts its date asks once, and saves when it is submitted again', async () => {
  await using site = await openSite({ now });
  const admin = await site.asAdmin();
  const form = formIn(await site.page('/admin/events/add', admin));
  const typed = {
    ...form,
    title: 'Contra dance',
    description: '<p>Come.</p>',
    eventLocation: 'Town Hall',
    eventDate: '2026-11-21',
    eventTime: 'Friday, 7 PM',
    status: 'scheduled',
  };
  const asked = await site.post('/admin/events/add', typed, admin);
  const page = await asked.text();
  expect(asked.status).toBe(400);
  expect(page).toContain('11/21/2026 is a Saturday, but the event’s time says Friday.');
  expect(page).toContain('Save anyway');
  expect(formIn(page)).toMatchObject({ title: 'Contra dance', eventTime: 'Friday, 7 PM' });
  expect(await findEvent(site.write, String(form.id))).toBeUndefined();
  const saved = await site.post('/admin/events/add', { ...typed, asked: String(formIn(page).asked) }, admin);
  expect(saved.status).toBe(303);
  const again = {
    ...typed,
    version: formIn(await site.page(`/admin/events/${form.id}`, admin)).version ?? '',
  };
  const changed = await site.post(`/admin/events/${form.id}`, { ...again, title: 'Dance' }, admin);
  expect(changed.status).toBe(303);
});

test('a new event has category and status folded, open when they are filled, and an existing one has them in view', async () => {
  await using site = await openSite({ now });
  const admin = await site.asAdmin();
  const fold = (open: string) => `<details class="fold mt"${open}><summary>Category, cancel or postpone`;
  const fresh = await site.page('/admin/events/add', admin);
  expect(fresh).toContain(fold(''));
  expect(fresh.indexOf('name="eventLocation"')).toBeLessThan(fresh.indexOf('name="description"'));
  const form = { ...formIn(fresh), status: 'scheduled', category: 'Music', title: '' };
  const refused = await (await site.post('/admin/events/add', form, admin)).text();
  expect(refused).toContain(fold(' open=""'));
  await seed(site, 'dance', '2026-11-22T00:00:00Z');
  expect(await site.page('/admin/events/dance', admin)).not.toContain('Category, cancel or postpone');
});

test('the form has Repeat directly under the date and the end, before the location', async () => {
  await using site = await openSite({ now });
  const html = await site.page('/admin/events/add', await site.asAdmin());
  const [, ...names] = html.split(
    / name="(?=(?:eventTime|endTime|endDay|allDay|repeat|repeatUntil|eventLocation)")/,
  );
  const order = names.map((rest) => rest.slice(0, rest.indexOf('"')));
  expect([...new Set(order)]).toEqual([
    ...['eventTime', 'endTime', 'endDay', 'allDay', 'repeat', 'repeatUntil', 'eventLocation'],
  ]);
});

test('saving a repeated event says which dates are on the site, and what calendars show without an hour', async () => {
  await using site = await openSite({ now });
  const admin = await site.asAdmin();
  const repeated = { ...typed, version: '0', repeat: 'weekly', repeatCount: '3' };
  const saved = await site.post('/admin/events/add', repeated, admin);
  expect(saved.status).toBe(303);
  const html = await site.page(saved.headers.get('Location') ?? '', admin);
  expect(html).toMatch(/Success!.*“Contra dance” is on the site\. 3 dates: \w+ \d+, \w+ \d+, and \w+ \d+\./);
  expect(html).not.toContain('calendars show');
  const long = { ...typed, id: 'weekly', version: '0', repeat: 'weekly', repeatCount: '10' };
  const ten = await site.post('/admin/events/add', long, admin);
  expect(await site.page(ten.headers.get('Location') ?? '', admin)).toMatch(
    /10 dates: (\w+ \d+, ){4}and 6 more until \w+ \d+\./,
  );
  const vague = { ...typed, version: '0', eventTime: 'After the parade' };
  const once = await site.post('/admin/events/add', { ...vague, id: 'parade' }, admin);
  expect(await site.page(once.headers.get('Location') ?? '', admin)).toContain(
    '“After the parade” is not an hour, so calendars show the event for the whole day.',
  );
});
