import { expect, test } from 'vitest';
import { removeEvent } from '#app/events/event-store.server.ts';
import { saveTown } from '#app/town/town-store.server.ts';
import { now, read, seed } from '../../../tests/event-pages.ts';
import { openSite } from '../../../tests/open-site.ts';

test("an event's page has its facts, picture, text, source and id", async () => {
  await using site = await openSite();
  await seed(site, 'dance', '2026-11-22T00:00:00Z');
  const html = await read(site, '/events/dance');
  expect(html).toContain('<h1>Event dance</h1>');
  expect(html).toContain('<time dateTime="2026-11-21T19:00:00-05:00">11/21/2026, 7:00 PM</time>');
  expect(html).toContain('<dt>Where</dt><dd>Town Hall, second floor</dd>');
  expect(html).toMatch(
    /<dt>Source<\/dt><dd><a href="https:\/\/example\.org\/dance" target="_blank" rel="noopener noreferrer">example\.org</,
  );
  expect(html).toContain('<img src="/illustrations/green.svg" alt="" width="1200" height="800"');
  expect(html).toContain('<p>No partner <b>needed</b>.</p>');
  expect(html).toContain('href="/events/dance.ics"');
  expect(html).toContain('<p class="item-id">Reference: <code>dance</code></p>');
  expect(html).not.toContain('This event is over');
});

test('an enclosure that is not a picture is not shown', async () => {
  await using site = await openSite();
  await seed(site, 'talk', now, {
    enclosureUrl: 'https://example.org/talk.mp3',
    enclosureType: 'audio/mpeg',
  });
  expect(await read(site, '/events/talk')).not.toContain('<img');
});

test('an event of today is not over; one of yesterday is, and its page still exists', async () => {
  await using site = await openSite({ now });
  await seed(site, 'morning', '2026-11-20T12:00:00Z');
  await seed(site, 'past', '2026-11-20T00:00:00Z');
  expect(await read(site, '/events/morning')).not.toContain('This event is over');
  expect(await read(site, '/events/past')).toContain('This event is over');
});

test('an event written for the site has no external website', async () => {
  await using site = await openSite();
  await seed(site, 'own', now, { link: 'http://localhost:3000/events/own' });
  expect(await read(site, '/events/own')).not.toMatch(/Event website|<dt>Source/);
});

test('stored hostile HTML and links do no harm', async () => {
  await using site = await openSite();
  await seed(site, 'bad', now, {
    title: '<script>alert(1)</script>',
    link: 'javascript:alert(1)',
    description: '<p onclick="x()">Hi<script>1</script></p>',
    enclosureUrl: 'javascript:alert(1)',
  });
  for (const path of ['/events', '/events/bad']) {
    expect(await read(site, path)).not.toMatch(
      /<script(?! type="application\/ld\+json">)|onclick|(href|src)="javascript:/,
    );
  }
});

test('a reader can add an event to their calendar with a file', async () => {
  await using site = await openSite();
  await seed(site, 'dance', '2026-11-22T00:00:00Z', { title: 'Contra dance' });
  const response = await site.fetch('/events/dance.ics');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="contra-dance.ics"');
  const text = await response.text();
  expect(text).toContain('\r\nUID:dance@localhost\r\nSEQUENCE:0\r\n');
  expect(text).toContain('\r\nDTSTART;TZID=America/New_York:20261121T190000\r\n');
});

test('the calendar file uses the town’s zone and follows every change of the event', async () => {
  await using site = await openSite();
  await seed(site, 'dance', '2026-11-22T00:00:00Z');
  await seed(site, 'dance', '2026-11-23T00:00:00Z');
  await saveTown(site.write, { timeZone: 'America/Chicago' });
  const text = await site.page('/events/dance.ics');
  expect(text).toContain('\r\nSEQUENCE:1\r\n');
  expect(text).toContain('\r\nDTSTART;TZID=America/Chicago:20261122T180000\r\n');
});

test("an event's page shows its end, and says when it is over", async () => {
  let at = now;
  await using site = await openSite({ now: () => at });
  const endDate = Date.parse('2026-11-22T03:30:00Z');
  await seed(site, 'dance', '2026-11-22T00:00:00Z', { endDate });
  await seed(site, 'fair', '2026-11-21T05:00:00Z', {
    allDay: true,
    endDate: Date.parse('2026-11-23T05:00:00Z'),
  });
  const page = await read(site, '/events/dance');
  expect(page).toContain(
    '<dt>When</dt><dd><time dateTime="2026-11-21T19:00:00-05:00">11/21/2026, 7:00 PM–10:30 PM</time>',
  );
  expect(page).not.toContain('This event is over');
  await seed(site, 'told', '2026-11-22T00:00:00Z', { endDate, eventTime: '7 to 10:30 PM' });
  expect(await read(site, '/events/told')).toContain('11/21/2026, 7 to 10:30 PM</time>');
  const fair = await read(site, '/events/fair');
  expect(fair).toContain('<dt>Until</dt><dd><time dateTime="2026-11-22">11/22/2026</time></dd>');
  at = endDate;
  expect(await read(site, '/events/dance')).toContain('This event is over');
});

test('readers can subscribe to a calendar of all events, or of one place', async () => {
  await using site = await openSite({ now });
  await seed(site, 'dance', '2026-11-22T00:00:00Z', { status: 'cancelled' });
  await seed(site, 'talk', '2026-11-24T00:00:00Z', { eventLocation: 'Library' });
  await seed(site, 'last-week', '2026-11-13T00:00:00Z');
  const response = await site.fetch('/events.ics');
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
  const text = await response.text();
  expect([...text.matchAll(/UID:(\S+)/g)].map((match) => match[1])).toEqual([
    'last-week@localhost',
    'dance@localhost',
    'talk@localhost',
  ]);
  expect(text).toContain('\r\nSTATUS:CANCELLED\r\n');
  expect(text).toContain('\r\nX-WR-CALNAME:Maple Hollow Commons: Events\r\n');
  const single = await site.page('/events/dance.ics');
  const own = /BEGIN:VEVENT[\s\S]*END:VEVENT/.exec(single)?.[0] ?? 'none';
  expect(text).toContain(own);
  const ofPlace = await site.page('/events.ics?place=%20Library');
  expect([...ofPlace.matchAll(/UID:(\S+)/g)].map((match) => match[1])).toEqual(['talk@localhost']);
  for (const path of ['/events.ics?place=Nowhere', '/events.ics?place=%00', '/events.ics?place='])
    expect([path, (await site.fetch(path)).status]).toEqual([path, 200]);
});

test('pages link to the calendars', async () => {
  await using site = await openSite({ now });
  await seed(site, 'dance', '2026-11-22T00:00:00Z');
  const list = await read(site, '/events');
  expect(list).toContain('href="webcal://localhost:3000/events.ics"');
  expect(list).toContain(
    '<link rel="alternate" type="text/calendar" title="All events" href="/events.ics"/>',
  );
  const page = await read(site, '/events/dance');
  expect(page).toContain('href="webcal://localhost:3000/events.ics?place=Town+Hall%2C+second+floor"');
  const path = /href="(\/events\.ics[^"]+)"/.exec(page)?.[1] ?? '';
  expect(await site.page(path)).toContain('UID:dance@localhost');
});

test('a removed event is in no calendar, and the calendar of an unknown event is a 404', async () => {
  await using site = await openSite({ now });
  await seed(site, 'dance', '2026-11-22T00:00:00Z');
  await removeEvent(site.write, 'dance');
  expect(await site.page('/events.ics')).not.toContain('dance');
  expect((await site.fetch('/events/dance.ics')).status).toBe(404);
});
