import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { deliverMail } from '#app/background/deliver-mail.server.ts';
import { finishRestore } from '#app/moving/backup/restore/after-restore.server.ts';
import { buildIssue, findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { moveSubscription } from '#app/newsletter/subscribers/move-subscription.server.ts';
import { findSubscriber, setState } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { bounceKindOf } from '#app/platform/mail/bounce-kind.ts';
import { claimNextMail } from '#app/platform/mail/mail-claims.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { anyDatabase, eachDatabase, longOnPostgres } from '../../../tests/each-database.ts';
import { findFreePort } from '../../../tests/free-port.ts';
import { openProviderApi, type Reaction } from '../../../tests/provider-api.ts';
import { isDeep } from '../../../tests/rounds.ts';
import { seeding } from '../../../tests/seed-items.ts';
import {
  hastyStopwatch,
  people,
  SENT_AT,
  saveFastPlan,
  seedIssue,
  seedSubscribers,
  sendRound,
  statesOf,
} from '../../../tests/seed-newsletter.ts';
import { openSmtpSink, type SmtpSink } from '../../../tests/smtp-sink.ts';
import { claimNext, giveUpClaims, markSent } from './claims.server.ts';
import { fillRecipients } from './fill-recipients.server.ts';
import { resendUnknown, resumeSending, stopSending } from './issue-actions.server.ts';
import { sendTest } from './issue-emails.server.ts';
import { countRecipients } from './recipient-store.server.ts';
import { hasIssuesToSend } from './send-issues.server.ts';
import { findSendingError } from './sending-error.server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function seed(write: WriteDb, count = 6) {
  await saveFastPlan(write);
  await seedSubscribers(write, people(count));
  return seedIssue(write);
}

function receivers(sink: SmtpSink): string[] {
  return sink.received.flatMap(({ to }) => to).sort();
}

const addresses = (count: number) => people(count).map(({ address }) => address);

/** More than fit into a batch. */
const MANY = isDeep(import.meta.url) ? 230 : 90;

// First, because of a file's tests the first one runs on PostgreSQL each time, too (CONTRIBUTING.md).
eachDatabase('R-52 two senders at once send each email once', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  const issue = await seed(write, 120);
  await Promise.all([1, 2, 3].map(() => sendRound(write, { smtpUrl: sink.url })));
  await sendRound(write, { smtpUrl: sink.url });
  expect(receivers(sink)).toEqual(addresses(120));
  expect(await countRecipients(write, issue.id)).toMatchObject({ recipients: 120, sent: 120 });
});

eachDatabase('R-52 each subscriber gets the issue once, over connections that are reused', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  const issue = await seed(write, MANY);
  expect(await hasIssuesToSend(write, SENT_AT)).toBe(true);
  expect(await sendRound(write, { smtpUrl: sink.url })).toMatchObject([{ issue: issue.id, sent: MANY }]);
  expect(receivers(sink)).toEqual(addresses(MANY));
  expect(sink.received.every(({ to }) => to.length === 1)).toBe(true);
  expect(sink.connections.total).toBeLessThan(40);
  expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sent', finishedAt: SENT_AT });
  expect(await countRecipients(write, issue.id)).toMatchObject({ recipients: MANY, sent: MANY, waiting: 0 });
  expect(await hasIssuesToSend(write, SENT_AT)).toBe(false);
  expect(await sendRound(write, { smtpUrl: sink.url })).toEqual([]);
});

anyDatabase(
  'R-53 an email has the headers for unsubscribing, and links with its subscriber’s secret',
  async (t) => {
    await using sink = await openSmtpSink();
    const { write } = t.database;
    await saveFastPlan(write, { bounceAddress: 'bounces@maple.example', verp: true });
    await seedSubscribers(write, people(2));
    await seedIssue(write);
    await sendRound(write, { smtpUrl: sink.url });
    const tokens = await write.selectFrom('newsletter_link').select(['subscriber', 'token']).execute();
    for (const { from, to, raw } of sink.received) {
      const mail = await PostalMime.parse(raw);
      const header = (key: string) => mail.headers.find((each) => each.key === key)?.value;
      const person = people(2).find(({ address }) => address === to[0]);
      const { token = '' } = tokens.find(({ subscriber }) => subscriber === person?.id) ?? {};
      const unsubscribe = `https://maple.example/newsletter/unsubscribe?token=${token}`;
      expect(header('list-unsubscribe')).toBe(`<${unsubscribe}>`);
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      expect(header('list-id')).toBe('<newsletter.maple.example>');
      expect(header('feedback-id')).toBe('issue-1:everyone:belfry:maple.example');
      expect(header('precedence')).toBe('bulk');
      const [, tag] = /^<([a-z0-9]{24})\.n@maple\.example>$/.exec(mail.messageId ?? '') ?? [];
      expect(from).toBe(`bounces+${tag}@maple.example`);
      expect(mail.from?.address).toBe('no-reply@maple.example');
      expect(mail.to).toMatchObject([{ address: to[0] }]);
      expect(mail.html).toContain(`token=${token}`);
      expect(mail.text).toContain(unsubscribe);
    }
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(2);
  },
);

eachDatabase('R-52 what the server refuses is refused, what it defers is sent later', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  const issue = await seed(write);
  const tries = new Map<string, number>();
  sink.script.recipient = (address) => {
    const turn = Number(address.slice(7, 12));
    tries.set(address, (tries.get(address) ?? 0) + 1);
    if (turn % 3 === 0) return 550;
    return turn === 1 && (tries.get(address) ?? 0) < 3 ? 451 : undefined;
  };
  const refused: string[] = [];
  const round = (now: number) =>
    sendRound(write, {
      smtpUrl: sink.url,
      now: () => now,
      onRefused: async (_db, { reply }) => void refused.push(reply),
    });
  expect(await round(SENT_AT)).toMatchObject([{ sent: 3, refused: 2, queued: 1 }]);
  expect(refused).toEqual(['550 scripted', '550 scripted']);
  expect(await hasIssuesToSend(write, SENT_AT + MINUTE - 1)).toBe(false);
  expect(await round(SENT_AT + MINUTE)).toMatchObject([{ queued: 1 }]);
  expect(await round(SENT_AT + 2 * MINUTE)).toEqual([]);
  expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sending' });
  expect(await round(SENT_AT + 3 * MINUTE)).toMatchObject([{ sent: 1 }]);
  expect(receivers(sink)).toEqual(addresses(5).filter((_, n) => n !== 2));
  expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sent' });
});

anyDatabase('R-52 over the API of a provider, the delivery log says the same of each outcome', async (t) => {
  await using api = await openProviderApi('mailgun');
  const { write } = t.database;
  const issue = await seed(write);
  const replies: Record<string, Reaction> = {
    'person-00002@example.org': {
      status: 400,
      body: { message: "'to' parameter is not a valid address: no such mailbox" },
    },
    'person-00003@example.org': 'drop',
    'person-00004@example.org': { status: 500 },
    'person-00005@example.org': { status: 408 },
  };
  api.react = (to) => replies[to];
  const refused: string[] = [];
  const round = (now: number) =>
    sendRound(write, {
      smtpUrl: api.url,
      fetchAllow: [api.host],
      now: () => now,
      onRefused: async (_db, { reply }) => void refused.push(reply),
    });
  expect(await round(SENT_AT)).toMatchObject([{ sent: 2, refused: 1, unknown: 2, queued: 1 }]);
  expect(await statesOf(write)).toEqual({
    'person-00001@example.org': 'sent',
    'person-00002@example.org': 'refused',
    'person-00003@example.org': 'unknown',
    'person-00004@example.org': 'unknown',
    'person-00005@example.org': 'queued',
    'person-00006@example.org': 'sent',
  });
  expect(refused.map((reply) => bounceKindOf({ reply }))).toEqual(['hard']);
  // What nobody knows is never sent again; what was put off is.
  api.react = () => undefined;
  expect(await round(SENT_AT + MINUTE)).toMatchObject([{ sent: 1 }]);
  expect(api.received.map(({ to }) => to).sort()).toEqual(
    addresses(6).filter((to) => !['person-00002@example.org', 'person-00004@example.org'].includes(to)),
  );
  expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sent' });
});

anyDatabase(
  'R-52 a provider whose limit is reached keeps an issue waiting, and refuses nobody',
  async (t) => {
    await using api = await openProviderApi('resend');
    const { write } = t.database;
    const issue = await seed(write);
    const limit = { name: 'daily_quota_exceeded', message: 'You have reached your daily email quota.' };
    api.react = () => (api.received.length < 2 ? undefined : { status: 429, body: limit });
    const way = { smtpUrl: api.url, fetchAllow: [api.host] };
    const [report] = await sendRound(write, way);
    expect(report).toMatchObject({ refused: 0, unknown: 0, queued: 0, trouble: 'deferred' });
    api.react = () => ({ status: 429, body: limit });
    const before = api.received.length;
    expect(await sendRound(write, way)).toMatchObject([{ sent: 0, stuck: 1, trouble: 'deferred' }]);
    api.react = () => undefined;
    expect(await sendRound(write, way)).toMatchObject([{ sent: 6 - before }]);
    expect(api.received.map(({ to }) => to).sort()).toEqual(addresses(6));
    expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sent' });
  },
);

anyDatabase('R-52 an email that is deferred for six hours is refused', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  const issue = await seed(write, 1);
  sink.script.recipient = () => 451;
  let now = SENT_AT;
  for (let turn = 0; turn < 12; turn++) {
    await sendRound(write, { smtpUrl: sink.url, now: () => now });
    now += HOUR;
  }
  expect(await statesOf(write)).toEqual({ 'person-00001@example.org': 'refused' });
  expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sent' });
});

eachDatabase(
  'F18 R-52 a server that drops after the data leaves the outcome unknown, and few of them',
  async (t) => {
    await using sink = await openSmtpSink();
    const { write } = t.database;
    const issue = await seed(write, 40);
    sink.script.data = () => 'drop';
    await sendRound(write, { smtpUrl: sink.url });
    const first = await countRecipients(write, issue.id);
    expect(first.unknown).toBeGreaterThan(0);
    expect(first.unknown).toBeLessThanOrEqual(20);
    expect(await findSendingError(write)).toMatchObject({ trouble: 'unreachable', at: SENT_AT });
    await sendRound(write, { smtpUrl: sink.url });
    expect((await countRecipients(write, issue.id)).unknown).toBe(first.unknown + 1);
    sink.script = {};
    await sendRound(write, { smtpUrl: sink.url, now: () => SENT_AT + HOUR });
    expect(await findSendingError(write)).toBeUndefined();
    const counts = await countRecipients(write, issue.id);
    expect(counts).toMatchObject({ unknown: first.unknown + 1, sent: 39 - first.unknown, waiting: 0 });
    expect(new Set(receivers(sink)).size).toBe(sink.received.length);
    // However long ago it was, nobody gets it again.
    await sendRound(write, { smtpUrl: sink.url, now: () => SENT_AT + 24 * HOUR });
    expect(sink.received).toHaveLength(40);
  },
);

anyDatabase('F18 a server that drops now and then before the data costs no email', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  await seed(write, 40);
  let turn = 0;
  sink.script.recipient = () => (++turn % 7 === 0 ? 'drop' : undefined);
  let now = SENT_AT;
  for (let round = 0; round < 8; round++) {
    await sendRound(write, { smtpUrl: sink.url, now: () => now });
    now += HOUR / 2;
  }
  expect(receivers(sink)).toEqual(addresses(40));
});

eachDatabase(
  'F18 while the mail server is down nothing is refused, and after six hours a person decides',
  async (t) => {
    const { write } = t.database;
    const issue = await seed(write);
    const smtpUrl = `smtp://127.0.0.1:${await findFreePort()}`;
    expect(await sendRound(write, { smtpUrl })).toMatchObject([{ trouble: 'unreachable' }]);
    expect(await countRecipients(write, issue.id)).toMatchObject({ recipients: 6, waiting: 6 });
    expect(await findSendingError(write)).toMatchObject({ trouble: 'unreachable', at: SENT_AT });
    await sendRound(write, { smtpUrl, now: () => SENT_AT + 7 * HOUR });
    expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sending', heldFor: 'late' });
    await using sink = await openSmtpSink();
    const later = { smtpUrl: sink.url, now: () => SENT_AT + 8 * HOUR };
    expect(await sendRound(write, later)).toEqual([]);
    await resumeSending(write, { now: SENT_AT + 2 * HOUR }, issue.id);
    await sendRound(write, later);
    expect(receivers(sink)).toEqual(addresses(6));
  },
);

anyDatabase('F18 a server that rejects the sender refuses no subscriber', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  await seed(write);
  sink.script.from = () => 553;
  expect(await sendRound(write, { smtpUrl: sink.url })).toMatchObject([{ refused: 0, trouble: 'sender' }]);
  expect(new Set(Object.values(await statesOf(write)))).toEqual(new Set(['queued']));
  sink.script = {};
  await sendRound(write, { smtpUrl: sink.url });
  expect(receivers(sink)).toEqual(addresses(6));
});

eachDatabase(
  'R-54 who unsubscribes, is deleted or changes the address after the start is respected',
  async (t) => {
    await using sink = await openSmtpSink();
    const { write } = t.database;
    const issue = await seed(write);
    sink.script.connect = () => 421;
    await sendRound(write, { smtpUrl: sink.url });
    await setState(write, 'subscriber-00001', 'unsubscribed', 'link', SENT_AT);
    await write.deleteFrom('newsletter_subscriber').where('id', '=', 'subscriber-00002').execute();
    const three = await findSubscriber(write, { id: 'subscriber-00003' });
    if (three) await moveSubscription(write, three, 'moved@example.org', SENT_AT);
    // Someone who is on the list already moves to the address of another subscriber: one email.
    const five = await findSubscriber(write, { id: 'subscriber-00005' });
    if (five) await moveSubscription(write, five, 'person-00006@example.org', SENT_AT);
    await write
      .updateTable('newsletter_subscriber')
      .set({ topics: 'polls' })
      .where('id', '=', 'subscriber-00004')
      .execute();
    sink.script = {};
    await sendRound(write, { smtpUrl: sink.url, now: () => SENT_AT + HOUR });
    expect(receivers(sink)).toEqual(['moved@example.org', 'person-00006@example.org']);
    expect(await countRecipients(write, issue.id)).toMatchObject({ recipients: 6, sent: 2, withdrawn: 4 });
  },
);

eachDatabase('one address gets one email, whatever subscribes it and however often', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  await saveFastPlan(write);
  await seedSubscribers(write, people(3));
  // As a restore of an older backup could leave it: the same address twice, with two hashes.
  await seedSubscribers(write, [{ id: 'twin', address: 'other@example.org' }]);
  await write
    .updateTable('newsletter_subscriber')
    .set({ address: 'person-00001@example.org' })
    .where('id', '=', 'twin')
    .execute();
  await seedIssue(write);
  await sendRound(write, { smtpUrl: sink.url });
  expect(receivers(sink)).toEqual(addresses(3));
});

anyDatabase(
  'subscribers get the sections they chose, or nothing if the issue has none of them',
  async (t) => {
    await using sink = await openSmtpSink();
    const { write } = t.database;
    await saveFastPlan(write);
    const [one, two] = people(2);
    await seedSubscribers(write, [
      { ...(one as { id: string; address: string }), topics: ['stories'] },
      { ...(two as { id: string; address: string }), topics: ['events', 'polls'] },
    ]);
    const issue = await seedIssue(write);
    await sendRound(write, { smtpUrl: sink.url });
    expect(receivers(sink)).toEqual(['person-00001@example.org']);
    expect(await countRecipients(write, issue.id)).toMatchObject({ recipients: 1, sent: 1 });
  },
);

eachDatabase('R-52 emails whose sender is gone are unknown, whatever the clock does', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  const issue = await seed(write, 4);
  sink.script.connect = () => 421;
  await sendRound(write, { smtpUrl: sink.url });
  await write
    .updateTable('newsletter_recipient')
    .set({ state: 'sending', attempts: 1, nextAttemptAt: SENT_AT + 2 * MINUTE })
    .where('address', '=', 'person-00001@example.org')
    .execute();
  sink.script = {};
  // The clock was set back by a year, then ahead by one.
  const year = 365 * 24 * HOUR;
  expect(await hasIssuesToSend(write, SENT_AT - year)).toBe(true);
  await sendRound(write, { smtpUrl: sink.url, now: () => SENT_AT - year });
  await sendRound(write, { smtpUrl: sink.url, now: () => SENT_AT + year });
  expect(receivers(sink)).toEqual(addresses(4).slice(1));
  expect(await countRecipients(write, issue.id)).toMatchObject({ unknown: 1, sent: 3 });
});

eachDatabase('a stopped issue sends no further email until it is resumed', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  const issue = await seed(write, 60);
  sink.script.recipient = async () => {
    if (sink.received.length >= 5) await stopSending(write, { now: SENT_AT }, issue.id);
    return undefined;
  };
  await sendRound(write, { smtpUrl: sink.url });
  const before = sink.received.length;
  expect(before).toBeLessThan(40);
  await sendRound(write, { smtpUrl: sink.url });
  expect(sink.received).toHaveLength(before);
  sink.script = {};
  await resumeSending(write, { now: SENT_AT + 2 * HOUR }, issue.id);
  await sendRound(write, { smtpUrl: sink.url });
  expect(receivers(sink)).toEqual(addresses(60));
});

anyDatabase('a sender that stops finishes what is under way and leaves the rest', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  const issue = await seed(write, 60);
  const stopping = new AbortController();
  sink.script.data = () => {
    if (sink.received.length >= 5) stopping.abort();
    return undefined;
  };
  await sendRound(write, { smtpUrl: sink.url, signal: stopping.signal, graceMs: 5000 });
  const counts = await countRecipients(write, issue.id);
  expect(counts).toMatchObject({ unknown: 0, sent: sink.received.length });
  expect(counts.waiting).toBeGreaterThan(20);
  expect(await findSendingError(write)).toBeUndefined();
});

anyDatabase('the rates per minute and per domain are kept', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  await saveFastPlan(write, { perMinute: 600, perDomainPerMinute: 60 });
  await seedSubscribers(write, people(60, 3));
  await seedIssue(write);
  const stopwatch = hastyStopwatch();
  await sendRound(write, { smtpUrl: sink.url, stopwatch });
  expect(sink.received).toHaveLength(60);
  // Twenty emails for each of three domains, one of each a second.
  expect(stopwatch.waited).toBeGreaterThan(10_000);
});

test('without a mail server the emails are files in the mail folder', async () => {
  const { withSqlite } = await import('../../../tests/each-database.ts');
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  await withSqlite(async ({ database: { write } }) => {
    await seed(write, 3);
    await sendRound(write, { dataFolder });
    const files = await readdir(join(dataFolder, 'mail'));
    expect(files).toHaveLength(3);
    expect(await readFile(join(dataFolder, 'mail', files[0] ?? ''), 'utf8')).toContain(
      'List-Unsubscribe-Post',
    );
    expect(new Set(Object.values(await statesOf(write)))).toEqual(new Set(['sent']));
  }).finally(() => rm(dataFolder, { recursive: true }));
});

eachDatabase(
  'R-68 after a restore, an issue that was being sent waits, and what was open is unknown',
  async (t) => {
    await using sink = await openSmtpSink();
    const { write } = t.database;
    const issue = await seed(write, 30);
    sink.script.data = () => (sink.received.length >= 9 ? 452 : undefined);
    await sendRound(write, { smtpUrl: sink.url });
    const sent = sink.received.length;
    await finishRestore(write, { now: SENT_AT + HOUR, madeAt: SENT_AT, highestCounter: 1 });
    sink.script = {};
    const later = { smtpUrl: sink.url, now: () => SENT_AT + 2 * HOUR };
    await sendRound(write, later);
    expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sending', heldFor: 'restored' });
    await resumeSending(write, { now: SENT_AT + 2 * HOUR }, issue.id);
    await sendRound(write, later);
    expect(sink.received).toHaveLength(sent);
    expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sent' });
    expect(await countRecipients(write, issue.id)).toMatchObject({ sent, unknown: 30 - sent });
    // A person may decide otherwise.
    await resendUnknown(write, { now: SENT_AT + 2 * HOUR }, issue.id, 'nobody@example.org');
    await resendUnknown(write, { now: SENT_AT + 2 * HOUR }, issue.id);
    await sendRound(write, later);
    expect(await countRecipients(write, issue.id)).toMatchObject({ sent: 30, unknown: 0 });
  },
);

anyDatabase('a test has the content of the issue as it is, marked as a test', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  await seeding(write, SENT_AT).article('roof');
  const context = { town: defaultTown, now: SENT_AT };
  const { issue } = await buildIssue(write, context, { by: null, audience: 'everyone' });
  await sendTest(write, context, issue, 'editor@maple.example');
  await expect(async () => sendTest(write, context, issue, 'a\r\nb@example.org')).rejects.toThrow(RangeError);
  const settings = readSettings({ SMTP_URL: sink.url, BELFRY_URL: 'https://maple.example' });
  const mail = await claimNextMail(write, SENT_AT);
  if (!mail) throw new Error('nothing is queued');
  await deliverMail({ settings, read: write, now: () => SENT_AT }, mail, new AbortController().signal);
  const received = await PostalMime.parse(sink.received[0]?.raw ?? '');
  expect(received.subject).toBe('[Test] Title of roof');
  expect(received.html).toContain('Title of roof');
  expect(received.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  expect(await countRecipients(write, issue.id)).toMatchObject({ recipients: 0 });
});

eachDatabase('an issue whose sender was down for days waits for a person', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  const issue = await seed(write, 30);
  const monday = SENT_AT + 72 * HOUR;
  const later = { smtpUrl: sink.url, now: () => monday };
  // Nothing was sent at all: the machine went down right after Send was pressed.
  await sendRound(write, later);
  expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sending', heldFor: 'late' });
  expect(sink.received).toEqual([]);
  await resumeSending(write, { now: monday }, issue.id);
  sink.script.data = () => (sink.received.length >= 9 ? 452 : undefined);
  await sendRound(write, later);
  expect(sink.received.length).toBeGreaterThanOrEqual(9);
  // It went down again in the middle.
  const tuesday = { smtpUrl: sink.url, now: () => monday + 24 * HOUR };
  await sendRound(write, tuesday);
  expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sending', heldFor: 'late' });
  await resumeSending(write, { now: monday + 24 * HOUR }, issue.id);
  sink.script = {};
  await sendRound(write, tuesday);
  expect(receivers(sink)).toEqual(addresses(30));
});

eachDatabase(
  'R-52 an email that arrived after all is not sent again, though a person asked for it',
  async (t) => {
    await using sink = await openSmtpSink();
    const { write } = t.database;
    const issue = await seed(write, 1);
    await fillRecipients(
      write,
      { ...issue, edition: (await findIssue(write, issue.id))?.edition as never },
      { now: SENT_AT, signal: new AbortController().signal },
    );
    const claimed = await claimNext(write, { issue: issue.id, domain: 'example.org', now: SENT_AT });
    if (!claimed) throw new Error('nothing is due');
    await giveUpClaims(write, issue.id, SENT_AT);
    await resendUnknown(write, { now: SENT_AT }, issue.id);
    await markSent(write, claimed, '250 OK', SENT_AT);
    await sendRound(write, { smtpUrl: sink.url });
    expect(sink.received).toEqual([]);
    expect(await countRecipients(write, issue.id)).toMatchObject({ recipients: 1, sent: 1 });
  },
);

longOnPostgres(
  'F18 a mail server that hangs up after the data for hours makes few emails unknown',
  async (t) => {
    await using sink = await openSmtpSink();
    const { write } = t.database;
    const issue = await seed(write, 60);
    sink.script.data = () => 'drop';
    for (let minutes = 0; minutes <= 8 * 60; minutes += 30)
      await sendRound(write, { smtpUrl: sink.url, now: () => SENT_AT + minutes * MINUTE });
    expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sending', heldFor: 'late' });
    expect((await countRecipients(write, issue.id)).unknown).toBeLessThanOrEqual(32);
  },
  ['app/platform/mail'],
);

anyDatabase('F18 a mail server that begins to refuse everybody refuses us, and no subscriber', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  await saveFastPlan(write);
  await seedSubscribers(write, people(120, 5));
  const issue = await seedIssue(write);
  const bounced: string[] = [];
  const round = (now: number) =>
    sendRound(write, {
      smtpUrl: sink.url,
      now: () => now,
      onRefused: async (_db, { tag }) => void bounced.push(tag),
    });
  sink.script.recipient = () => (sink.received.length >= 20 ? 550 : undefined);
  expect(await round(SENT_AT)).toMatchObject([{ trouble: 'sender' }]);
  await round(SENT_AT + MINUTE);
  const counts = await countRecipients(write, issue.id);
  // At most one per line was refused while another was still being accepted.
  expect(counts.refused).toBeLessThan(10);
  expect(counts.unknown).toBe(0);
  expect(bounced).toHaveLength(counts.refused);
  expect(await findSendingError(write)).toMatchObject({ trouble: 'sender', reply: '550 scripted' });
  sink.script.recipient = (address) => (address.startsWith('person-00119') ? 550 : undefined);
  for (let turn = 2; turn < 6; turn++) await round(SENT_AT + turn * MINUTE);
  expect(await countRecipients(write, issue.id)).toMatchObject({
    sent: 119 - counts.refused,
    refused: 1 + counts.refused,
  });
  expect(bounced).toHaveLength(1 + counts.refused);
});

anyDatabase('F18 an issue whose last emails go to dead addresses ends', async (t) => {
  await using sink = await openSmtpSink({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('5.1.1 No such user here'), { responseCode: 550 })),
  });
  const { write } = t.database;
  await saveFastPlan(write);
  await seedSubscribers(write, people(25, 5));
  const issue = await seedIssue(write);
  const bounced: string[] = [];
  const onRefused = async (_db: WriteDb, { tag }: { tag: string }) => void bounced.push(tag);
  for (let minutes = 0; minutes < 5 * 60; minutes += 4)
    await sendRound(write, { smtpUrl: sink.url, now: () => SENT_AT + minutes * MINUTE, onRefused });
  expect(await findIssue(write, issue.id)).toMatchObject({ state: 'sent', heldFor: null });
  expect(await countRecipients(write, issue.id)).toMatchObject({ recipients: 25, refused: 25 });
  expect(new Set(bounced).size).toBe(25);
});
