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
