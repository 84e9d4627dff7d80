import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { anyDatabase, eachDatabase, type TestDatabase, withSqlite } from '../../../tests/each-database.ts';
import { findFreePort } from '../../../tests/free-port.ts';
import { openProviderApi } from '../../../tests/provider-api.ts';
import { openSmtpSink } from '../../../tests/smtp-sink.ts';
import { composeLetter } from './compose-letter.server.ts';
import { CLAIM_MS } from './email-claim.server.ts';
import { claimNextMail, hasDueMail } from './mail-claims.server.ts';
import { type Letter, queueMail } from './mail-queue.server.ts';
import { sendMessage } from './mail-server.server.ts';
import { type Deliver, type MailReport, sendQueuedMails } from './send-queued-mails.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const site = { title: 'Maple Hollow Commons', place: 'Maple Hollow, Vermont', url: 'https://maple.example' };

function letterTo(to: string): Letter {
  return { to, kind: 'verify-address', subject: `For ${to}`, paragraphs: ['Hello.'] };
}

function bySmtp(smtpUrl: string, fetchAllow: string[] = []): Deliver {
  return async ({ id, letter }, signal) => {
    const message = await composeLetter({ id, letter, site, mailFrom: undefined, now: NOW });
    await sendMessage({ smtpUrl, siteUrl: site.url, fetchAllow }, message, signal);
  };
}

/** One round of a sender at `now`; returns the outcome of each email. */
async function send(db: WriteDb, deliver: Deliver, now = NOW, signal?: AbortSignal): Promise<MailReport[]> {
  const reports: MailReport[] = [];
  await sendQueuedMails({
    db,
    deliver,
    now: () => now,
    report: (report) => reports.push(report),
    signal: signal ?? new AbortController().signal,
    graceMs: 0,
  });
  return reports;
}

function rowsOf({ database }: TestDatabase) {
  return database.write.selectFrom('mail').selectAll().orderBy('id').execute();
}

anyDatabase('R-56 five emails are sent at once, and their content is not kept', async (t) => {
  await using sink = await openSmtpSink();
  const people = Array.from({ length: 23 }, (_, turn) => `person${turn}@example.org`);
  for (const to of people) await queueMail(t.database.write, letterTo(to), NOW);
  const reports = await send(t.database.write, bySmtp(sink.url), NOW + 10);
  expect(reports.map(({ state }) => state)).toEqual(people.map(() => 'sent'));
  expect(sink.received.flatMap(({ to }) => to).sort()).toEqual([...people].sort());
  expect(sink.received.every(({ to }) => to.length === 1)).toBe(true);
  expect(sink.connections.most).toBeLessThanOrEqual(5);
  for (const row of await rowsOf(t)) {
    expect(row).toMatchObject({ state: 'sent', recipient: null, letter: null, settledAt: NOW + 10 });
  }
});

anyDatabase('F18 R-56 a mail server that asks to retry later is retried after a minute', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  await queueMail(write, letterTo('june@example.org'), NOW);
  sink.script.recipient = () => 451;
  expect(await send(write, bySmtp(sink.url))).toMatchObject([{ state: 'queued', trouble: 'deferred' }]);
  expect(await send(write, bySmtp(sink.url), NOW + MINUTE - 1)).toEqual([]);
  sink.script = {};
  expect(await hasDueMail(write, NOW + MINUTE)).toBe(true);
  sink.script.recipient = () => undefined;
  expect(await send(write, bySmtp(sink.url), NOW + MINUTE)).toMatchObject([{ state: 'sent', attempt: 2 }]);
  expect(sink.received).toHaveLength(1);
});

anyDatabase(
  'F18 R-56 an address that is refused permanently is marked bounced and not retried',
  async (t) => {
    await using sink = await openSmtpSink();
    const { write } = t.database;
    await queueMail(write, letterTo('gone@example.org'), NOW);
    await queueMail(write, letterTo('june@example.org'), NOW);
    sink.script.recipient = (address) => (address === 'gone@example.org' ? 550 : undefined);
    const reports = await send(write, bySmtp(sink.url));
    expect(reports.map(({ state }) => state).sort()).toEqual(['bounced', 'sent']);
    expect(await send(write, bySmtp(sink.url), NOW + 50 * HOUR)).toEqual([]);
    expect((await rowsOf(t)).find(({ state }) => state === 'bounced')).toMatchObject({
      recipient: 'gone@example.org',
      trouble: 'refused',
      reply: '550 scripted',
    });
  },
);

anyDatabase('F18 R-56 emails that waited for a mail server are sent as soon as it is back', async (t) => {
  const { write } = t.database;
  const port = await findFreePort();
  const deliver = bySmtp(`smtp://127.0.0.1:${port}`);
  for (const name of ['june', 'july', 'august']) await queueMail(write, letterTo(`${name}@example.org`), NOW);
  let now = NOW;
  for (let turn = 0; turn < 6; turn++, now += HOUR) await send(write, deliver, now);
  expect((await rowsOf(t)).map(({ trouble }) => trouble)).toEqual(Array(3).fill('unreachable'));
  await using sink = await openSmtpSink({ port });
  await queueMail(write, letterTo('new@example.org'), now);
  // The old ones would wait for up to half an hour more; the new one triggers them.
  const reports = await send(write, deliver, now - HOUR + MINUTE);
  expect(reports.map(({ state }) => state)).toEqual(Array(4).fill('sent'));
  expect(sink.received).toHaveLength(4);
});

anyDatabase('R-56 a provider that says when to come back gets the email then, and once', async (t) => {
  await using api = await openProviderApi('resend');
  const { write } = t.database;
  const deliver = bySmtp(api.url, [api.host]);
  await queueMail(write, letterTo('june@example.org'), NOW);
  api.react = () => ({ status: 429, headers: { 'Retry-After': '1800' } });
  expect(await send(write, deliver)).toMatchObject([{ state: 'queued', trouble: 'deferred' }]);
  expect(await send(write, deliver, NOW + 30 * MINUTE - 1)).toEqual([]);
  // This time it takes the email, but its response gets lost.
  api.react = () => 'drop';
  expect(await send(write, deliver, NOW + 30 * MINUTE)).toMatchObject([{ trouble: 'unreachable' }]);
  api.react = () => ({ status: 409, body: { name: 'invalid_idempotent_request', message: 'Same key' } });
  expect(await send(write, deliver, NOW + 3 * HOUR)).toMatchObject([{ state: 'sent', attempt: 3 }]);
  expect(api.received.map(({ to }) => to)).toEqual(['june@example.org']);
});

anyDatabase('R-56 retries are up to four hours apart and end after 48', async (t) => {
  const { write } = t.database;
  await queueMail(write, letterTo('june@example.org'), NOW);
  const refuse: Deliver = () => Promise.reject(new Error('no way'));
  const gaps: number[] = [];
  for (let now = NOW; gaps.length < 100; ) {
    const [report] = await send(write, refuse, now);
    const [row] = await rowsOf(t);
    if (report?.state === 'failed' || !row) break;
    gaps.push((row.nextAttemptAt - now) / MINUTE);
    now = row.nextAttemptAt;
  }
  expect(gaps.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240]);
  const total = gaps.reduce((sum, gap) => sum + gap, 0) / 60;
  expect(total).toBeGreaterThan(44);
  expect(total).toBeLessThanOrEqual(48);
  expect(await rowsOf(t)).toMatchObject([
    { state: 'failed', trouble: 'unknown', recipient: 'june@example.org' },
  ]);
});

eachDatabase(
  'F18 R-56 a mail server that disconnects after the data gets the same email again',
  async (t) => {
    await using sink = await openSmtpSink();
    const { write } = t.database;
    await queueMail(write, letterTo('june@example.org'), NOW);
    sink.script.data = () => 'drop';
    expect(await send(write, bySmtp(sink.url))).toMatchObject([{ state: 'queued', trouble: 'unreachable' }]);
    sink.script.data = () => undefined;
    expect(await send(write, bySmtp(sink.url), NOW + MINUTE)).toMatchObject([{ state: 'sent' }]);
    const ids = await Promise.all(
      sink.received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId),
    );
    expect(ids).toHaveLength(2);
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@maple\.example>$/);
    expect(ids[1]).toBe(ids[0]);
  },
);

eachDatabase('R-56 what a crashed sender had claimed is sent again when the claim expires', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  await queueMail(write, letterTo('june@example.org'), NOW);
  // The mail server has accepted it, and the sender crashes before it can record that.
  const mail = await claimNextMail(write, NOW);
  if (mail) await bySmtp(sink.url)(mail, new AbortController().signal);
  expect(await send(write, bySmtp(sink.url), NOW + CLAIM_MS - 1)).toEqual([]);
  expect(await send(write, bySmtp(sink.url), NOW + CLAIM_MS)).toMatchObject([{ state: 'sent', attempt: 2 }]);
  const ids = await Promise.all(
    sink.received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId),
  );
  expect(ids).toEqual([ids[0], ids[0]]);
});

eachDatabase('R-52 with two senders at once each email is sent once', async (t) => {
  await using sink = await openSmtpSink();
  const other = openDatabase(t.location);
  const people = Array.from({ length: 40 }, (_, turn) => `person${turn}@example.org`);
  for (const to of people) await queueMail(t.database.write, letterTo(to), NOW);
  const reports = await Promise.all([
    send(t.database.write, bySmtp(sink.url)),
    send(other.write, bySmtp(sink.url)),
  ]);
  await other.close();
  expect(reports.flat()).toHaveLength(40);
  expect(sink.received.flatMap(({ to }) => to).sort()).toEqual([...people].sort());
});

eachDatabase(
  'A sender whose claim expired does not record a result for the one that took over',
  async (t) => {
    const { write } = t.database;
    await queueMail(write, letterTo('june@example.org'), NOW);
    const slow: Deliver = async () => {
      await claimNextMail(write, NOW + CLAIM_MS);
      throw new Error('too late');
    };
    await send(write, slow);
    expect(await rowsOf(t)).toMatchObject([{ state: 'sending', attempts: 2, trouble: null }]);
  },
);

test('A clock that is set back or ahead neither delays an email nor sends one twice', async () => {
  await withSqlite(async (t) => {
    const { write } = t.database;
    const refuse: Deliver = () => Promise.reject(new Error('no way'));
    await queueMail(write, letterTo('june@example.org'), NOW);
    await send(write, refuse, NOW + 365 * 24 * HOUR);
    expect(await hasDueMail(write, NOW)).toBe(true);
    await queueMail(write, letterTo('july@example.org'), NOW);
    expect(await hasDueMail(write, NOW - 24 * HOUR)).toBe(true);

    let now = NOW;
    let sent = 0;
    const jumping: Deliver = async () => {
      sent++;
      now += 24 * HOUR;
    };
    await sendQueuedMails({
      db: write,
      deliver: jumping,
      now: () => now,
      report: () => undefined,
      signal: new AbortController().signal,
    });
    expect(sent).toBe(2);
  });
});

test('A stopping site starts no email, aborts one that hangs, and sends it again later', async () => {
  await using sink = await openSmtpSink();
  await withSqlite(async (t) => {
    const { write } = t.database;
    for (let turn = 0; turn < 8; turn++) await queueMail(write, letterTo(`p${turn}@example.org`), NOW);
    const ending = new AbortController();
    sink.script.data = () => {
      ending.abort();
      return 'stall';
    };
    const reports = await send(write, bySmtp(sink.url), NOW, ending.signal);
    expect(reports.length).toBeLessThanOrEqual(5);
    expect(reports.every(({ state }) => state === 'queued')).toBe(true);
    expect((await rowsOf(t)).every(({ state }) => state === 'queued')).toBe(true);
  });
});
