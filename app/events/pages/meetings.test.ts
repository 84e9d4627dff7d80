/** Events that are meetings: in the form, the API and on their pages. */
import { expect, test } from 'vitest';
import { saveTown } from '#app/town/town-store.server.ts';
import { addTextDocument } from '../../../tests/documents.ts';
import { now, read, seed } from '../../../tests/event-pages.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';

const bodies = 'Selectboard\nPlanning Commission';
const DAY_MS = 86_400_000;

async function patch(site: TestSite, id: string, meeting: unknown) {
  const response = await site.fetch(`/api/v1/events/${id}`, {
    method: 'PATCH',
    headers: { ...(await site.asAdmin()), Origin: site.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ meeting }),
  });
  return { status: response.status, json: await response.json() };
}

const none = {
  ...{ joinUrl: null, agenda: null, agendaText: null, minutes: null, minutesText: null },
  ...{ minutesStatus: null, recordingUrl: null },
};

test('a program makes an event a meeting; a PATCH replaces it whole, and what does not exist is refused by its name', async () => {
  await using site = await openSite({ now });
  await saveTown(site.write, { bodies });
  await seed(site, 'budget', '2026-11-24T23:30:00Z');
  const agenda = await addTextDocument(site, 'Call to order', 'agenda.txt');
  const path = `/documents/${agenda}/agenda.txt`;
  expect((await site.fetch(path)).status).toBe(404);
  const text = '<p>Roads<script>alert(1)</script></p>';
  const made = await patch(site, 'budget', {
    body: 'Selectboard',
    agenda,
    agendaText: text,
    joinUrl: 'https://meet.example/b',
  });
  expect(made.json.meeting).toEqual({
    ...none,
    body: 'Selectboard',
    agenda,
    agendaText: '<p>Roads</p>',
    joinUrl: 'https://meet.example/b',
  });
  expect((await site.fetch(path)).status).toBe(200);
  const admin = { ...(await site.asAdmin()), Origin: site.origin };
  const deleted = await site.fetch(`/api/v1/documents/${agenda}`, { method: 'DELETE', headers: admin });
  expect(deleted.status).toBe(409);
  const refused: [meeting: object, field: string][] = [
    [{ body: 'Zoning Board' }, 'meeting.body'],
    [{ minutesText: '<p>Done</p>' }, 'meeting.body'],
    [{ body: 'Selectboard', joinUrl: 'javascript:alert(1)' }, 'meeting.joinUrl'],
    [{ body: 'Selectboard', minutes: '0'.repeat(32) }, 'meeting.minutes'],
    [{ body: 'Selectboard', minutesStatus: 'final' }, 'meeting.minutesStatus'],
  ];
  for (const [meeting, field] of refused) {
    const { status, json } = await patch(site, 'budget', meeting);
    expect([status, json.errors[0].field], field).toEqual([422, field]);
  }
  const replaced = await patch(site, 'budget', {
    body: 'selectboard',
    minutesText: 'x',
    minutesStatus: 'draft',
  });
  expect(replaced.json.meeting).toEqual({
    ...none,
    body: 'Selectboard',
    minutesText: 'x',
    minutesStatus: 'draft',
  });
  expect((await site.fetch(path)).status).toBe(404);
  expect((await patch(site, 'budget', null)).json.meeting).toBeNull();
});

test('the form adds a meeting without JavaScript; its page says when agenda and minutes were posted and changed', async () => {
  let time = now;
  await using site = await openSite({ now: () => time });
  await seed(site, 'budget', '2026-11-24T23:30:00Z');
  // Sessions end within a day.
  const open = async () => site.page('/admin/events/budget', await site.asAdmin());
  expect(await open()).not.toContain('name="meetingBody"');
  await saveTown(site.write, { bodies });
  const page = await open();
  expect(page).toContain('<option value="Selectboard">');
  expect(page).toContain('Due Sunday, November 22, 7:00 PM.');
  const send = async (changes: Record<string, string>) => {
    const form = { ...formIn(await open()), publication: 'published', ...changes };
    return site.post('/admin/events/budget', form, await site.asAdmin());
  };
  const wrong = await send({ meetingBody: 'Selectboard', meetingJoinUrl: 'javascript:alert(1)' });
  const shown = await wrong.text();
  expect(wrong.status).toBe(400);
  expect(shown).toMatch(/id="meetingJoinUrl-error"/);
  expect(shown).toContain('value="javascript:alert(1)"');
  expect(shown).toContain('<option value="Selectboard" selected="">');
  const alone = await send({ meetingBody: 'none', meetingMinutesText: '<p>Done</p>' });
  expect([alone.status, await alone.text()]).toEqual([400, expect.stringMatching(/id="meetingBody-error"/)]);
  const saved = await send({
    meetingBody: 'Selectboard',
    meetingJoinUrl: 'https://meet.example/b',
    meetingAgendaText: '<ol><li>Roads</li></ol>',
  });
  expect(saved.status).toBe(303);
  const before = await read(site, '/events/budget');
  expect(before).toContain('href="https://meet.example/b"');
  expect(before).toContain('href="/meetings/selectboard"');
  expect(before).toMatch(/Agenda posted <time[^>]*>November 20, 5:00 PM<\/time>, unchanged since\./);
  expect(before).toContain('Draft minutes are due by Sunday, November 29.');
  time = now + DAY_MS;
  expect((await send({ meetingBody: 'Selectboard', meetingAgendaText: '<p>Roads, dogs</p>' })).status).toBe(
    303,
  );
  expect(await read(site, '/events/budget')).toContain('changed once since: November 21, 5:00 PM');
  time = now + 6 * DAY_MS;
  const minutes = { meetingMinutesText: '<p>Adjourned.</p>', meetingRecordingUrl: 'https://video.example/1' };
  expect((await send({ meetingBody: 'Selectboard', ...minutes })).status).toBe(303);
  const after = await read(site, '/events/budget');
  expect(after).not.toContain('href="https://meet.example/b"');
  expect(after).toContain('href="https://video.example/1"');
  expect(after).toMatch(/<span class="badge is-warning">Draft<\/span>/);
  expect(after.indexOf('id="minutes"')).toBeLessThan(after.indexOf('id="agenda"'));
  const proof = JSON.parse(await site.page('/proof/events/budget.json'));
  expect(proof.text).toContain('Agenda\nRoads, dogs\nMinutes (draft)\nAdjourned.');
  // A form without the fields of the meeting leaves it as it is.
  const all = Object.entries(formIn(await open()));
  const plain = Object.fromEntries(all.filter(([name]) => !name.includes('meeting')));
  const others = { ...plain, publication: 'published', eventLocation: 'Church' };
  expect((await site.post('/admin/events/budget', others, await site.asAdmin())).status).toBe(303);
  expect(await read(site, '/events/budget')).toContain('Adjourned.');
});

test('meetings are listed for all bodies and for each, with calendar, feed, sitemap and menu; a new name keeps them', async () => {
  await using site = await openSite({ now });
  expect((await site.fetch('/meetings')).status).toBe(404);
  expect(await site.page('/articles')).not.toContain('href="/meetings"');
  await saveTown(site.write, { bodies });
  const admin = await site.asAdmin();
  const meetings: [id: string, date: string, meeting: object][] = [
    ['late', '2026-11-21T23:30:00Z', { body: 'Selectboard' }],
    ['soon', '2026-12-01T23:30:00Z', { body: 'Planning Commission' }],
    ['ready', '2026-11-24T23:30:00Z', { body: 'Selectboard', agendaText: '<p>Roads</p>' }],
    [
      'past',
      '2026-11-09T23:30:00Z',
      { body: 'Selectboard', minutesText: '<p>Dogs</p>', minutesStatus: 'approved' },
    ],
    ['owing', '2026-11-17T23:30:00Z', { body: 'Planning Commission' }],
    ['overdue', '2026-11-10T23:30:00Z', { body: 'Planning Commission' }],
    ['old', '2024-11-10T23:30:00Z', { body: 'Selectboard' }],
  ];
  for (const [id, date, meeting] of meetings) {
    await seed(site, id, date, { title: `Meeting ${id}` });
    expect((await patch(site, id, meeting)).status, id).toBe(200);
  }
  const all = await read(site, '/meetings');
  const lateAgendas = (html: string) => html.split('Agenda is late').length - 1;
  expect(lateAgendas(all)).toBe(1);
  expect([...all.matchAll(/class="plain" href="\/events\/(\w+)"/g)].map(([, id]) => id)).toEqual([
    ...['late', 'ready', 'soon', 'owing', 'overdue', 'past'],
  ]);
  for (const text of [
    'Agenda is late',
    'Agenda by Sunday, November 29, 6:30 PM',
    'href="/events/ready#agenda"',
  ])
    expect(all).toContain(text);
  for (const text of ['Minutes by Sunday, November 22', 'Minutes are late', 'Approved'])
    expect(all).toContain(text);
  expect(all).toContain('<a href="/meetings?year=2024">2024</a>');
  expect(await read(site, '/meetings?year=2024')).toContain('href="/events/old"');
  // What does not take place owes nothing.
  const late = { title: 'Meeting late', meeting: { ...none, body: 'Selectboard' } };
  await seed(site, 'late', '2026-11-21T23:30:00Z', { ...late, status: 'postponed' });
  expect(lateAgendas(await read(site, '/meetings'))).toBe(0);
  await seed(site, 'late', '2026-11-21T23:30:00Z', late);
  const board = await read(site, '/meetings/selectboard');
  expect(board).toContain('webcal://localhost:3000/events.ics?body=selectboard');
  expect(board).not.toContain('Meeting soon');
  expect(await site.page('/articles')).toContain('<a href="/meetings">Meetings</a>');
  const calendar = await site.page('/events.ics?body=selectboard');
  expect([...calendar.matchAll(/SUMMARY:Meeting (\w+)/g)].map(([, id]) => id)).toEqual([
    'past',
    'late',
    'ready',
  ]);
  expect((await site.fetch('/events.ics?body=zoning')).status).toBe(404);
  const feed = JSON.parse(await site.page('/feeds/meetings.json'));
  expect(feed.items.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining(['Agenda: Meeting ready', 'Minutes: Meeting past']),
  );
  expect((await site.fetch('/feeds/meetings.atom?body=planning-commission')).status).toBe(200);
  expect((await site.fetch('/feeds/meetings.rss?body=zoning')).status).toBe(404);
  expect(await site.page('/sitemaps/pages.xml')).toContain('/meetings/planning-commission</loc>');
  expect(await site.page('/search?q=dogs')).toContain('Meeting past');
  const overview = (await site.page('/admin', admin)).replaceAll('<!-- -->', '');
  const dues = [...overview.matchAll(/<li><div><strong>(?:<span class="badge is-danger">)?([^<]+)</g)];
  expect(dues.map(([, due]) => due)).toEqual([
    ...['Minutes 5 days late', 'Agenda 1 day late', 'Minutes due in 2 days'],
  ]);
  expect(overview).toMatch(/href="\/admin\/events\/owing#meetingMinutes"[^>]*>Add minutes/);
  const settings = async (names: string) => {
    const [, version = ''] =
      /name="version" value="([^"]+)"/.exec(await site.page('/admin/settings', admin)) ?? [];
    const form = { version, bodies: names, agendaHours: '48', minutesDays: '5' };
    return site.post('/admin/settings', form, admin);
  };
  const gone = await settings('Selectboard');
  expect([gone.status, await gone.text()]).toEqual([
    400,
    expect.stringContaining('Planning Commission has 3 meetings, so it must stay'),
  ]);
  const same = await settings('Selectboard\nSELECTBOARD!');
  expect([same.status, await same.text()]).toEqual([
    400,
    expect.stringContaining('would have the same address'),
  ]);
  expect((await settings('Select Board\nPlanning Commission')).status).toBe(303);
  const moved = await site.fetch('/meetings/selectboard', { redirect: 'manual' });
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, '/meetings/select-board']);
  expect(await read(site, '/meetings/select-board')).toContain('Meeting past');
  expect((await site.fetch('/events.ics?body=selectboard')).status).toBe(200);
  const again = await patch(site, 'old', { body: 'Selectboard' });
  expect(again.json.meeting.body).toBe('Select Board');
});
