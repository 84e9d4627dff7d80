import { expect } from 'vitest';
import { MOST_SOFT_BOUNCES, markBounce } from '#app/newsletter/bounces/record-bounce.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { findLink, linkOf, renewLinks } from './subscriber-links.server.ts';
import {
  addSubscriber,
  countSubscribers,
  eraseSubscriber,
  findSubscriber,
  listActive,
  listSubscribers,
  setState,
} from './subscriber-store.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 24 * 60 * 60 * 1000;
const consent = { source: 'Sign-up sheet at the fair', at: NOW - DAY_MS };

async function add(db: WriteDb, email: string, now = NOW): Promise<string> {
  const outcome = await addSubscriber(db, { email, consent }, now);
  if (outcome.kind !== 'added') throw new Error(`${email}: ${outcome.kind}`);
  return outcome.id;
}

async function stateOf(db: WriteDb, email: string): Promise<string | undefined> {
  const found = await findSubscriber(db, { email });
  return found && [found.state, found.reason].filter(Boolean).join(' ');
}

eachDatabase('a subscriber is one row per normalized address', async ({ database: { write } }) => {
  const id = await add(write, ' June@Bücher.example ');
  expect(await addSubscriber(write, { email: 'june@xn--bcher-kva.example', consent }, NOW)).toEqual({
    kind: 'known',
    id,
  });
  expect(await findSubscriber(write, { email: 'JUNE@bücher.example' })).toMatchObject({
    id,
    address: 'june@xn--bcher-kva.example',
    state: 'active',
    topics: ['stories', 'events', 'polls', 'urgent'],
    frequency: 'weekly',
    flag: null,
    consentSource: consent.source,
    consentAt: consent.at,
  });
  for (const email of [
    '"june"@example.org',
    'june',
    'june@example.org\r\nBcc: eve@example.org',
    'jüne@x.org',
  ])
    expect(await addSubscriber(write, { email, consent }, NOW)).toEqual({ kind: 'invalid' });
});

eachDatabase('only the person can end an unsubscribe or a bounce', async ({ database: { write } }) => {
  const gone = await add(write, 'june@example.org');
  const bounced = await add(write, 'may@example.org');
  const erased = await add(write, 'abe@example.org');
  expect(await setState(write, gone, 'unsubscribed', 'link', NOW)).toBe(true);
  expect(await setState(write, gone, 'unsubscribed', 'one-click', NOW)).toBe(false);
  await markBounce(write, bounced, { kind: 'hard', reply: '550 no such\r\nuser' }, NOW);
  expect(await eraseSubscriber(write, erased, NOW)).toBe(true);
  for (const email of ['june@example.org', 'may@example.org', 'abe@example.org'])
    expect(await addSubscriber(write, { email, consent }, NOW)).toMatchObject({ kind: 'suppressed' });
  expect(await stateOf(write, 'june@example.org')).toBe('unsubscribed link');
  expect(await findSubscriber(write, { email: 'may@example.org' })).toMatchObject({
    state: 'bounced',
    reason: 'hard',
    bouncedAt: NOW,
    bounceReply: '550 no such user',
  });
  expect(await findSubscriber(write, { id: erased })).toMatchObject({ address: null, state: 'unsubscribed' });
  expect(await countSubscribers(write)).toEqual({
    waiting: 0,
    active: 0,
    unsubscribed: 2,
    bounced: 1,
    flagged: 0,
  });
});

eachDatabase('the list is searched by how addresses begin, and paged', async ({ database: { write } }) => {
  const emails = [
    'ann@a.example',
    'ann.b@a.example',
    'info@a.example',
    'bob@mailinator.com',
    'cleo@a.example',
  ];
  const ids = [];
  for (const [at, email] of emails.entries()) ids.push(await add(write, email, NOW + at));
  const read = async (filter: Omit<Parameters<typeof listSubscribers>[1], 'limit'>) => {
    const page = await listSubscribers(write, { ...filter, limit: 2 });
    return { emails: page.items.map(({ address }) => address), next: page.next };
  };
  const first = await read({});
  expect(first.emails).toEqual(['cleo@a.example', 'bob@mailinator.com']);
  const second = await read({ after: first.next });
  expect(second.emails).toEqual(['info@a.example', 'ann.b@a.example']);
  expect(await read({ after: second.next })).toEqual({ emails: ['ann@a.example'], next: null });
  expect((await read({ q: ' ANN' })).emails).toEqual(['ann.b@a.example', 'ann@a.example']);
  expect((await read({ q: 'ann%' })).emails).toEqual([]);
  expect((await read({ isFlagged: true })).emails).toEqual(['bob@mailinator.com', 'info@a.example']);
  await setState(write, ids[0] as string, 'unsubscribed', 'link', NOW + 9);
  expect((await read({ state: 'unsubscribed' })).emails).toEqual(['ann@a.example']);
  const active = await listActive(write, { frequencies: ['weekly'], limit: 3 });
  const rest = await listActive(write, { frequencies: ['weekly'], after: active.at(-1)?.id ?? '', limit: 3 });
  expect([...active, ...rest].map(({ address }) => address).sort()).toEqual(emails.slice(1).sort());
  expect(await listActive(write, { frequencies: ['daily'], limit: 3 })).toEqual([]);
});

eachDatabase('R-53 links are stored, and revoked ones still say whose they are', async ({ database }) => {
  const { write } = database;
  const id = await add(write, 'june@example.org');
  // Also in a backup from before the first email.
  const { token: first } = await write
    .selectFrom('newsletter_link')
    .select('token')
    .executeTakeFirstOrThrow();
  const token = await linkOf(write, id, NOW);
  expect(token).toBe(first);
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(await linkOf(write, id, NOW + 1)).toBe(token);
  const renewed = await renewLinks(write, id, NOW + 2);
  expect(renewed).not.toBe(token);
  expect(await linkOf(write, id, NOW + 3)).toBe(renewed);
  expect(await findLink(write, token)).toMatchObject({ subscriber: { id }, isRevoked: true });
  expect(await findLink(write, renewed)).toMatchObject({ subscriber: { id }, isRevoked: false });
  for (const cut of [token.slice(1), `${token}A`, '', `${token.slice(1)}%`, 'A'.repeat(22)])
    expect(await findLink(write, cut)).toBeUndefined();
});

eachDatabase('soft bounces in a row suppress an address, complaints unsubscribe', async ({ database }) => {
  const { write } = database;
  const id = await add(write, 'june@example.org');
  const soft = (now: number) => markBounce(write, id, { kind: 'soft', reply: '452 full' }, now);
  for (let count = 1; count < MOST_SOFT_BOUNCES; count++) expect(await soft(NOW + count)).toBe('active');
  // An issue that was sent later and did not come back.
  await write
    .insertInto('newsletter_recipient')
    .values({
      issue: await seedIssue(write),
      address: 'june@example.org',
      subscriber: id,
      topics: 'stories',
      domain: 'example.org',
      tag: 't1',
      state: 'sent',
      settledAt: NOW + DAY_MS,
    })
    .execute();
  const later = NOW + 8 * DAY_MS;
  for (let count = 1; count < MOST_SOFT_BOUNCES; count++) expect(await soft(later + count)).toBe('active');
  expect(await soft(later + 9)).toBe('bounced');
  expect(await stateOf(write, 'june@example.org')).toBe('bounced soft');
  const other = await add(write, 'may@example.org');
  expect(await markBounce(write, other, { kind: 'complaint', reply: null }, NOW)).toBe('unsubscribed');
  expect(await stateOf(write, 'may@example.org')).toBe('unsubscribed complaint');
  expect(await markBounce(write, 'nobody', { kind: 'hard', reply: null }, NOW)).toBeUndefined();
});

eachDatabase('an erased address is in no table of the newsletter', async ({ database: { write } }) => {
  const id = await add(write, 'june@example.org');
  const issue = await seedIssue(write);
  const row = {
    issue,
    subscriber: id,
    topics: 'stories',
    domain: 'example.org',
    reply: '550 june@example.org',
  };
  await write
    .insertInto('newsletter_recipient')
    .values({ ...row, address: 'june@example.org', tag: 't1', state: 'queued' })
    .execute();
  await write
    .insertInto('newsletter_bounce')
    .values({ id: 'b1', at: NOW, kind: 'soft', subscriber: id, via: 'smtp', reply: '452 june@example.org' })
    .execute();
  await markBounce(write, id, { kind: 'soft', reply: '452 june@example.org is full' }, NOW);
  await eraseSubscriber(write, id, NOW);
  const tables = [
    await write.selectFrom('newsletter_subscriber').selectAll().execute(),
    await write.selectFrom('newsletter_recipient').selectAll().execute(),
    await write.selectFrom('newsletter_bounce').selectAll().execute(),
    await write.selectFrom('newsletter_confirmation').selectAll().execute(),
  ];
  expect(JSON.stringify(tables)).not.toContain('june@');
  expect(tables[1]).toMatchObject([{ state: 'withdrawn' }]);
});

const issue = {
  id: 'i1',
  audience: 'weekly' as const,
  state: 'sent' as const,
  subject: 'Snow',
  choices: '{}',
  sinceAt: NOW,
  builtAt: NOW,
  createdAt: NOW,
  version: 1,
};

async function seedIssue(db: WriteDb): Promise<string> {
  await db.insertInto('newsletter_issue').values(issue).execute();
  return 'i1';
}
