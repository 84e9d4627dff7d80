import { expect } from 'vitest';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import { buildIssue, changeIssue, findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { seeding } from '../../../tests/seed-items.ts';
import { forecast } from './forecast.server.ts';
import {
  approveIssue,
  expireIssue,
  resumeSending,
  scheduleIssue,
  startSending,
  stopSending,
  unscheduleIssue,
} from './issue-actions.server.ts';
import { countRecipients, listDeliveries } from './recipient-store.server.ts';

const HOUR = 3_600_000;
/** Friday, November 20, 2026, 5:00 PM in the town. */
const NOW = Date.UTC(2026, 10, 20, 22);
const context = { town: defaultTown, now: NOW };

async function seedIssue(write: WriteDb, id = 'roof'): Promise<Issue> {
  await seeding(write, NOW).article(id);
  return (await buildIssue(write, context, { by: null, audience: 'everyone' })).issue;
}

eachDatabase('two administrators press Send: one begins, and the other changes nothing', async (t) => {
  const { write } = t.database;
  const issue = await seedIssue(write);
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => startSending(write, context, issue.id)));
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['done', 'settled', 'settled', 'settled']);
  const sending = await findIssue(write, issue.id);
  expect(sending).toMatchObject({ state: 'sending', number: 1, slug: '2026-11-20', startedAt: null });
  expect(sending?.edition).toMatchObject({ number: 1, day: '2026-11-20' });
  expect(await startSending(write, context, 'none')).toEqual({ kind: 'missing' });
});

eachDatabase(
  'someone saves an issue while it is sent: it is sent, with the change or without it',
  async (t) => {
    const { write } = t.database;
    const issue = await seedIssue(write);
    const change = changeIssue(write, context, issue.id, issue.version, { note: 'Good morning.' });
    const [sent, saved] = await Promise.all([startSending(write, context, issue.id), change]);
    expect(sent).toEqual({ kind: 'done' });
    const note = (await findIssue(write, issue.id))?.edition?.note;
    expect([saved.kind, note]).toEqual(saved.kind === 'saved' ? ['saved', 'Good morning.'] : ['settled', '']);
  },
);

eachDatabase('the second issue of a day has its own number and address', async (t) => {
  const { write } = t.database;
  const [one, two] = [await seedIssue(write), await seedIssue(write, 'bridge')];
  await Promise.all([startSending(write, context, one.id), startSending(write, context, two.id)]);
  const sent = [await findIssue(write, one.id), await findIssue(write, two.id)];
  expect(sent.map((issue) => issue?.number).sort()).toEqual([1, 2]);
  expect(sent.map((issue) => issue?.slug).sort()).toEqual(['2026-11-20', '2026-11-20-2']);
});

eachDatabase('an issue with nothing in it is not sent', async (t) => {
  const { write } = t.database;
  const { issue } = await buildIssue(write, context, { by: null, audience: 'everyone' });
  expect(await startSending(write, context, issue.id)).toEqual({ kind: 'empty' });
  expect(await findIssue(write, issue.id)).toMatchObject({ state: 'draft', number: null, edition: null });
});

eachDatabase('an issue is scheduled, moved, approved, and made a draft again', async (t) => {
  const { write } = t.database;
  const { id } = await seedIssue(write);
  expect(await approveIssue(write, context, id)).toEqual({ kind: 'settled' });
  expect(await scheduleIssue(write, context, id, NOW - 7 * HOUR)).toEqual({ kind: 'late' });
  expect(await scheduleIssue(write, context, id, NOW + HOUR)).toEqual({ kind: 'done' });
  expect(await scheduleIssue(write, context, id, NOW + 2 * HOUR)).toEqual({ kind: 'done' });
  expect(await findIssue(write, id)).toMatchObject({
    state: 'scheduled',
    sendAt: NOW + 2 * HOUR,
    approvedAt: NOW,
  });
  expect(await approveIssue(write, context, id)).toEqual({ kind: 'done' });
  expect(await unscheduleIssue(write, id)).toEqual({ kind: 'done' });
  expect(await findIssue(write, id)).toMatchObject({ state: 'draft', sendAt: null, approvedAt: null });
  expect(await unscheduleIssue(write, id)).toEqual({ kind: 'settled' });
  await scheduleIssue(write, context, id, NOW + HOUR);
  expect(await expireIssue(write, context, id, 'canceled')).toEqual({ kind: 'done' });
  expect(await startSending(write, context, id)).toEqual({ kind: 'settled' });
  expect(await scheduleIssue(write, context, 'none', NOW)).toEqual({ kind: 'missing' });
});

eachDatabase('sending is stopped and resumed', async (t) => {
  const { write } = t.database;
  const { id } = await seedIssue(write);
  expect(await stopSending(write, context, id)).toEqual({ kind: 'settled' });
  await startSending(write, context, id);
  expect(await stopSending(write, context, id)).toEqual({ kind: 'done' });
  expect(await findIssue(write, id)).toMatchObject({ state: 'sending', heldAt: NOW, heldFor: 'stopped' });
  expect(await resumeSending(write, context, id)).toEqual({ kind: 'done' });
  expect(await findIssue(write, id)).toMatchObject({ heldAt: null, heldFor: null });
});

const STATES = ['queued', 'sending', 'sent', 'refused', 'unknown', 'bounced', 'withdrawn'] as const;

eachDatabase('the delivery log counts each email once, and is read page by page', async (t) => {
  const { write } = t.database;
  const { id } = await seedIssue(write);
  const rows = Array.from({ length: 21 }, (_, n) => ({
    issue: id,
    address: `person${String(n).padStart(2, '0')}@example.org`,
    subscriber: `s${n}`,
    topics: 'stories',
    domain: 'example.org',
    tag: `t${n}`,
    state: STATES[n % 7] as (typeof STATES)[number],
    nextAttemptAt: NOW + n,
    settledAt: NOW + n,
    unsubscribedAt: n === 2 ? NOW : null,
  }));
  await write.insertInto('newsletter_recipient').values(rows).execute();
  expect(await countRecipients(write, id)).toEqual({
    recipients: 21,
    sent: 3,
    refused: 3,
    unknown: 3,
    bounced: 3,
    waiting: 6,
    withdrawn: 3,
    unsubscribed: 1,
  });
  expect(await countRecipients(write, 'none')).toMatchObject({ recipients: 0, sent: 0 });
  const all: string[] = [];
  for (let after: string | null = null, first = true; first || after; first = false) {
    const page = await listDeliveries(write, id, { after, limit: 4 });
    all.push(...page.items.map(({ address }) => address));
    after = page.next;
  }
  expect(all).toEqual(rows.map(({ address }) => address));
  const { items, next } = await listDeliveries(write, id, { state: 'sent', limit: 2 });
  expect(items.map(({ address }) => address)).toEqual(['person16@example.org', 'person09@example.org']);
  const rest = await listDeliveries(write, id, { state: 'sent', limit: 2, after: next });
  expect(rest.items).toMatchObject([{ address: 'person02@example.org', unsubscribedAt: NOW }]);
  const gone = await listDeliveries(write, id, { state: 'unsubscribed', limit: 2 });
  expect(gone.items.map(({ address }) => address)).toEqual(['person02@example.org']);
});

eachDatabase('the forecast says who gets an issue, and why others do not', async (t) => {
  const { write } = t.database;
  const issue = await seedIssue(write);
  const people = [
    ['active', 'stories events polls', 'weekly'],
    ['active', 'stories', 'daily'],
    ['active', 'polls', 'weekly'],
    ['waiting', 'stories', 'weekly'],
    ['bounced', 'stories', 'weekly'],
    ['unsubscribed', 'stories', 'weekly'],
  ] as const;
  for (const [n, [state, topics, frequency]] of people.entries()) {
    const facts = { stateAt: NOW, consentSource: 'test', consentAt: NOW, createdAt: NOW };
    const row = {
      id: `s${n}`,
      address: `p${n}@example.org`,
      addressHash: `h${n}`,
      state,
      topics,
      frequency,
      ...facts,
    };
    await write.insertInto('newsletter_subscriber').values(row).execute();
  }
  const others = { unconfirmed: 1, bounced: 1, otherTopics: 1 };
  expect(await forecast(write, context, issue)).toEqual({ willGet: 2, ...others, otherFrequency: 0 });
  const daily = { ...issue, audience: 'daily' as const };
  expect(await forecast(write, context, daily)).toEqual({
    willGet: 1,
    ...others,
    otherTopics: 0,
    otherFrequency: 2,
  });
});
