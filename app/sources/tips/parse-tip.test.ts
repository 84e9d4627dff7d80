import { expect, test } from 'vitest';
import { parseTip } from './parse-tip.server.ts';
import type { Tip } from './tip.ts';

const NOW = Date.UTC(2026, 10, 26, 17);
const OWN = 'bell@maple-hollow.example';

const parse = (raw: string) =>
  parseTip({
    raw: Buffer.from(raw.replaceAll('\n', '\r\n')),
    zone: 'America/New_York',
    now: NOW,
    own: [OWN],
  });

async function tipOf(raw: string): Promise<Tip> {
  const { tip } = await parse(raw);
  if (!tip) throw new Error('it was ignored');
  return tip;
}

const CALENDAR = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Grange//EN
BEGIN:VEVENT
UID:supper-1
DTSTART;TZID=America/New_York:20261205T173000
DTEND;TZID=America/New_York:20261205T200000
SUMMARY:Grange supper
LOCATION:Grange Hall
END:VEVENT
END:VCALENDAR`;

const multipart = (parts: string[], headers: string) => `${headers}
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="sep"

${parts.map((part) => `--sep\n${part}\n`).join('')}--sep--
`;

test('a plain email is news: its subject is the title, its text is text', async () => {
  const tip = await tipOf(`From: Ida <Ida@Example.org>
Subject: Bridge on Mill Road is closed
Content-Type: text/plain; charset=utf-8

The town put up a barrier this morning.

<script>alert(1)</script>
-- \nIda Barrows
Mill Road 3`);
  expect(tip).toEqual({
    kind: 'news',
    title: 'Bridge on Mill Road is closed',
    description: 'The town put up a barrier this morning.\n\n<script>alert(1)</script>',
    eventDate: '',
    eventTime: '',
    eventLocation: '',
    link: '',
    sender: 'ida@example.org',
    picture: null,
  });
});

test('an HTML email is read as its text, without scripts and styles', async () => {
  const tip = await tipOf(`From: ida@example.org
Subject: Fair
Content-Type: text/html; charset=utf-8

<style>p { color: red }</style><p>The fair is <b>on</b>.</p><script>alert(1)</script><p>Bring chairs.</p>`);
  expect(tip.description).toBe('The fair is on.\nBring chairs.');
});

test('what was forwarded has its own subject and text', async () => {
  const tip = await tipOf(`From: clerk@example.org
Subject: Fwd: Re: Library closes early

---------- Forwarded message ---------
From: Lena <lena@example.org>
Date: Thu, Nov 26, 2026
Subject: Library closes early
To: clerk@example.org

We close at 3 on Friday.`);
  expect(tip).toMatchObject({ title: 'Library closes early', description: 'We close at 3 on Friday.' });
});

test('an attached calendar makes it an event, and a picture comes with it', async () => {
  const raw = multipart(
    [
      'Content-Type: text/plain\n\nCome and eat.',
      `Content-Type: text/calendar; name="supper.ics"\nContent-Disposition: attachment; filename="supper.ics"\n\n${CALENDAR}`,
      'Content-Type: image/png; name="../../hall.png"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="../../hall.png"\n\niVBORw0KGgo=',
    ],
    'From: grange@example.org\nSubject: Invitation',
  );
  const tip = await tipOf(raw);
  expect(tip).toMatchObject({
    kind: 'event',
    title: 'Grange supper',
    description: 'Come and eat.',
    eventDate: '2026-12-05',
    eventTime: '17:30',
    eventLocation: 'Grange Hall',
  });
  expect(tip.picture?.bytes).toHaveLength(8);
});

test.each([
  ['out of office', 'Auto-Submitted: auto-replied', 'automatic'],
  ['an old automatic reply', 'Precedence: auto_reply', 'automatic'],
  ['a bounce', 'Return-Path: <>', 'automatic'],
  ['a report', 'Content-Type: multipart/report; boundary=x', 'automatic'],
])('nobody wrote %s', async (_what, header, ignored) => {
  expect(await parse(`From: ida@example.org\nSubject: Away\n${header}\n\nI am away.`)).toEqual({ ignored });
});

test('the site’s own emails do not come back as suggestions, and an empty one is none', async () => {
  expect(await parse(`From: ${OWN}\nSubject: Friday Bell\n\nNews`)).toEqual({ ignored: 'own' });
  expect(await parse('From: ida@example.org\n\n')).toEqual({ ignored: 'empty' });
});

test('an email of a thousand parts, a subject of 50 kB and a text of a megabyte is cut', async () => {
  const parts = Array.from(
    { length: 1000 },
    (_, at) => `Content-Type: text/plain\n\n${'long '.repeat(200)}${at}`,
  );
  const tip = await tipOf(multipart(parts, `From: ida@example.org\nSubject: ${'x'.repeat(50_000)}`));
  expect(tip.title).toHaveLength(150);
  expect(tip.description.length).toBeLessThanOrEqual(8000);
});

test('an email nested fifty times and more is not read', async () => {
  const nested = Array.from({ length: 60 }).reduce<string>(
    (inner, _one, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n${inner}\n--b${at}--`,
    'Content-Type: text/plain\n\nhello',
  );
  await expect(parse(`From: ida@example.org\nSubject: Deep\n${nested}`)).rejects.toThrow();
});
