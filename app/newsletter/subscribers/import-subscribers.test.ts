import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { replaySuppressions } from '#app/moving/backup/suppression.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { anyDatabase, eachDatabase } from '../../../tests/each-database.ts';
import { isDeep } from '../../../tests/rounds.ts';
import { exportSubscribers } from './export-subscribers.server.ts';
import {
  type ImportOutcome,
  importSubscribers,
  type RefusedRow,
  tryImport,
} from './import-subscribers.server.ts';
import { addSubscriber, countSubscribers, findSubscriber, setState } from './subscriber-store.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const consent = { source: 'Our list at Mailchimp', at: NOW - 86_400_000 };

type Reading = { outcome: ImportOutcome; refused: RefusedRow[] };

/** Tries the import, then does it, and expects the same of both. */
async function read({ write }: Database, content: string | Uint8Array, column?: number): Promise<Reading> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-import-'));
  const file = join(folder, 'list.csv');
  await writeFile(file, content);
  const refused: RefusedRow[] = [];
  const importing = { file, column, consent, now: NOW, zone: 'America/New_York' };
  try {
    const before = await countSubscribers(write);
    const tried = await tryImport(write, { ...importing, onRefused: (row) => void refused.push(row) });
    expect(await countSubscribers(write)).toEqual(before);
    const outcome = await importSubscribers(write, importing);
    expect(outcome).toEqual(tried);
    return { outcome, refused };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function countsOf({ outcome }: Reading) {
  if (outcome.kind !== 'read') throw new Error(outcome.problem);
  return outcome.counts;
}

const none = { rows: 0, added: 0, known: 0, suppressed: 0, off: 0, kept: 0, repeated: 0, refused: 0 };

eachDatabase(
  'a list is imported with its consent; nobody who left is subscribed again',
  async ({ database }) => {
    const { write } = database;
    for (const email of ['known@example.org', 'left@example.org', 'bounced@example.org'])
      await addSubscriber(write, { email, consent }, NOW);
    const idOf = async (email: string) => (await findSubscriber(write, { email }))?.id ?? '';
    await setState(write, await idOf('left@example.org'), 'unsubscribed', 'link', NOW);
    await setState(write, await idOf('bounced@example.org'), 'bounced', 'hard', NOW);
    const list = `\ufeffName;Email Address;Status;Frequency;Topics
"June ""J."" Brook;
on two lines";June@Bücher.example;subscribed;daily;events
Known;known@example.org;subscribed;;
Left;LEFT@example.org;subscribed;;
Bounced;bounced@example.org;subscribed;;
Twice;june@xn--bcher-kva.example;subscribed;;
Off;off@example.org;unsubscribed;;

Quoted;"""june""@example.org";subscribed;;
Formula;=HYPERLINK("x");subscribed;;
Waiting;waiting@example.org;pending;;
Nobody;;subscribed;;
`.replaceAll('\n', '\r\n');
    const reading = await read(database, list);
    expect(countsOf(reading)).toEqual({
      rows: 10,
      added: 1,
      known: 1,
      suppressed: 2,
      off: 1,
      kept: 0,
      repeated: 1,
      refused: 4,
    });
    expect(reading.refused).toEqual([
      { line: 10, email: '"june"@example.org', reason: expect.stringContaining('quotation marks') },
      { line: 11, email: '=HYPERLINK("x")', reason: expect.stringContaining('Enter an email address') },
      { line: 12, email: 'waiting@example.org', reason: expect.stringContaining('never confirmed') },
      { line: 13, email: '', reason: 'No address' },
    ]);
    expect(await findSubscriber(write, { email: 'june@bücher.example' })).toMatchObject({
      state: 'active',
      frequency: 'daily',
      topics: ['events'],
      consentSource: consent.source,
      consentAt: consent.at,
    });
    expect(await findSubscriber(write, { email: 'off@example.org' })).toMatchObject({
      state: 'unsubscribed',
    });
    expect(await findSubscriber(write, { email: 'left@example.org' })).toMatchObject({ reason: 'link' });
    expect(await write.selectFrom('mail').select('id').execute()).toEqual([]);
    // Again, it changes nothing.
    expect(countsOf(await read(database, list))).toMatchObject({ added: 0, known: 2, suppressed: 2, off: 1 });
  },
);

eachDatabase('encodings, separators, headers and broken files', async ({ database }) => {
  const latin = Buffer.from('Stra\u00dfe,mail\r\nM\u00fcller,a@example.org\r\n', 'latin1');
  expect(countsOf(await read(database, latin))).toEqual({ ...none, rows: 1, added: 1 });
  const wide = Buffer.from('\ufeffE-Mail\tName\nb@example.org\tB\n', 'utf16le');
  expect(countsOf(await read(database, wide))).toEqual({ ...none, rows: 1, added: 1 });
  expect(countsOf(await read(database, 'c@example.org\nd@example.org'))).toEqual({
    ...none,
    rows: 2,
    added: 2,
  });
  const unnamed = await read(database, 'first,second\nx,e@example.org\n');
  expect(unnamed.outcome).toEqual({
    kind: 'unreadable',
    problem: expect.stringContaining('Choose the column'),
    names: ['first', 'second'],
  });
  expect(countsOf(await read(database, 'first,second\nx,e@example.org\n', 1))).toMatchObject({ added: 1 });
  expect((await read(database, '')).outcome).toMatchObject({ problem: 'The file is empty.' });
  const open = await read(database, `email\nf@example.org\n"open\n${'x'.repeat(70_000)}`);
  expect(countsOf(open)).toMatchObject({ added: 1, refused: 1 });
  expect(open.refused[0]?.reason).toMatch(/A quotation mark is not closed.*nothing after it was read/);
});

eachDatabase('an export holds everyone with consent and dates, and imports again', async ({ database }) => {
  const { write } = database;
  const hostile = { source: '=cmd|calc', at: NOW };
  await addSubscriber(write, { email: '+june@example.org', consent: hostile }, NOW);
  const gone = await addSubscriber(write, { email: 'gone@example.org', consent }, NOW);
  await setState(write, gone.id ?? '', 'unsubscribed', 'link', NOW);
  let text = '';
  for await (const piece of exportSubscribers(write)) text += piece;
  expect(text.split('\r\n')[0]).toBe(
    'email,state,reason,state_at,frequency,topics,consent_source,consent_at,created_at,flag,bounced_at,bounce_reply,subscribed_to_emails',
  );
  expect(text).toContain(
    `'+june@example.org,active,,2026-11-20T12:00:00.000Z,weekly,stories events polls urgent,'=cmd|calc,`,
  );
  expect(text).toContain('gone@example.org,unsubscribed,link,');
  expect(text).toMatch(/^gone@.*,false\r$/m);
  expect(countsOf(await read(database, text))).toEqual({ ...none, rows: 2, known: 1, off: 1 });
  await write.deleteFrom('newsletter_subscriber').execute();
  expect(countsOf(await read(database, text))).toEqual({ ...none, rows: 2, added: 1, off: 1 });
  expect(await findSubscriber(write, { email: '+june@example.org' })).toMatchObject({ consentAt: NOW });
  expect(await addSubscriber(write, { email: 'gone@example.org', consent }, NOW)).toMatchObject({
    kind: 'suppressed',
  });
});

eachDatabase('a link to unsubscribe says nothing about who has left', async ({ database }) => {
  const list = `email,Unsubscribe link,unsubscribe_token,Unsubscribed
a@example.org,https://list.example/u/1,abc,
b@example.org,https://list.example/u/2,def,2026-01-02
`;
  expect(countsOf(await read(database, list))).toEqual({ ...none, rows: 2, added: 1, off: 1 });
});

eachDatabase('people who left elsewhere stay off, however the file says it', async ({ database }) => {
  const { write } = database;
  await addSubscriber(write, { email: 'here@example.org', consent }, NOW);
  const list = `email,status,UNSUB_TIME,Bounced At,Opted Out
a@example.org,Opted out,,,
b@example.org,Do not email,,,
c@example.org,,2026-01-02,,false
d@example.org,,,2026-01-02,
e@example.org,,,,Yes
f@example.org,active,,2026-01-02,no
twice@example.org,subscribed,,,
g@example.org,Moved to Ohio,,,
twice@example.org,unsubscribed,,,
here@example.org,unsubscribed,,,
`;
  const reading = await read(database, list);
  expect(countsOf(reading)).toEqual({
    ...none,
    rows: 10,
    added: 1,
    off: 6,
    kept: 1,
    repeated: 1,
    refused: 1,
  });
  expect(reading.refused).toEqual([
    { line: 9, email: 'g@example.org', reason: 'The file says “Moved to Ohio” about this address' },
  ]);
  expect(await findSubscriber(write, { email: 'f@example.org' })).toMatchObject({ state: 'active' });
  expect(await findSubscriber(write, { email: 'here@example.org' })).toMatchObject({ state: 'active' });
  expect(await findSubscriber(write, { email: 'twice@example.org' })).toMatchObject({
    state: 'unsubscribed',
    reason: 'import',
  });
  // also after the restore of a backup from before the import.
  await write.deleteFrom('newsletter_subscriber').execute();
  await replaySuppressions(write);
  expect(await addSubscriber(write, { email: 'twice@example.org', consent }, NOW)).toMatchObject({
    kind: 'suppressed',
  });
});

eachDatabase('the consent of a row is one line of the past', async ({ database }) => {
  const list = `email,consent_source,consent_at
a@example.org,"one\r\ntwo\u0000three",2026-01-02T00:00:00Z
b@example.org,${'x'.repeat(5000)},2027-01-01
`;
  expect(countsOf(await read(database, list))).toMatchObject({ added: 2 });
  const find = (email: string) => findSubscriber(database.write, { email });
  expect(await find('a@example.org')).toMatchObject({
    consentSource: 'one two three',
    consentAt: Date.UTC(2026, 0, 2),
  });
  const long = await find('b@example.org');
  expect([long?.consentSource.length, long?.consentAt]).toEqual([200, consent.at]);
});

eachDatabase('the dates of a file are when its people agreed', async ({ database }) => {
  const atOf = async (email: string) => (await findSubscriber(database.write, { email }))?.consentAt;
  const mailchimp = `Email Address,OPTIN_TIME,CONFIRM_TIME
a@example.org,2024-03-01 09:00:00,2024-03-02 10:30:00
b@example.org,2024-03-01 09:00:00,
`;
  expect(countsOf(await read(database, mailchimp))).toMatchObject({ added: 2 });
  expect(await atOf('a@example.org')).toBe(Date.UTC(2024, 2, 2, 15, 30));
  expect(await atOf('b@example.org')).toBe(consent.at);
  await read(database, 'email;Date\nc@example.org;3/21/2025\nd@example.org;soon\n');
  expect(await atOf('c@example.org')).toBe(Date.UTC(2025, 2, 21, 4));
  expect(await atOf('d@example.org')).toBe(consent.at);
  expect(countsOf(await read(database, 'Email,Subscribed\ne@example.org,2025-06-01\n'))).toMatchObject({
    added: 1,
  });
  expect(await atOf('e@example.org')).toBe(Date.UTC(2025, 5, 1, 4));
});

eachDatabase('an import that was ended continues when it is repeated', async ({ database: { write } }) => {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-import-'));
  const file = join(folder, 'list.csv');
  await writeFile(file, Array.from({ length: 250 }, (_, n) => `june${n}@example.org`).join('\n'));
  const importing = { file, consent, now: NOW, zone: 'America/New_York' };
  const first = await importSubscribers(write, { ...importing, isOver: () => true });
  expect(first).toMatchObject({ isPartial: true, counts: { added: 100 } });
  const second = await importSubscribers(write, importing);
  expect(second).toMatchObject({ isPartial: false, counts: { rows: 250, known: 100, added: 150 } });
  await rm(folder, { recursive: true });
});

anyDatabase('50,000 rows of one address are one subscriber', async ({ database }) => {
  const rows = isDeep(import.meta.url) ? 50_000 : 5000;
  const list = `email\n${'June@example.org\n'.repeat(rows)}`;
  expect(countsOf(await read(database, list))).toEqual({ ...none, rows, added: 1, repeated: rows - 1 });
});
