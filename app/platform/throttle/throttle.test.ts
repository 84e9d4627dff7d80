import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { eachDatabase } from '../../../tests/each-database.ts';
import {
  findLongestWait,
  forgetTries,
  purgeThrottles,
  returnTry,
  subjectOf,
  takeTries,
  takeTry,
} from './throttle.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;
const SECRET = 'f2b1c0a99e1d4c51b2d9d8c06c1dd7a1';
const account = subjectOf(SECRET, 'account', 'june@example.org');
const other = subjectOf(SECRET, 'account', 'tom@example.org');
const network = subjectOf(SECRET, 'network', '203.0.113.7');

eachDatabase(
  'R-04: ten attempts at an account are free, then each waits 1, 2, 4 … 60 minutes',
  async ({ database: { write } }) => {
    for (let n = 0; n < 10; n++) expect(await takeTry(write, account, NOW)).toBe(0);
    let now = NOW;
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await takeTry(write, account, now)).toBe(minutes * MINUTE_MS);
      expect(await takeTry(write, account, now + minutes * MINUTE_MS - 1)).toBe(1000);
      now += minutes * MINUTE_MS;
      expect(await takeTry(write, account, now)).toBe(0);
    }
    expect(await takeTry(write, other, now)).toBe(0);
    await forgetTries(write, account);
    expect(await takeTry(write, account, now)).toBe(0);
  },
);

eachDatabase('R-04: a quiet day resets the attempts at an account', async ({ database: { write } }) => {
  for (let n = 0; n < 10; n++) await takeTry(write, account, NOW);
  const later = NOW + 25 * 60 * MINUTE_MS;
  for (let n = 0; n < 10; n++) expect(await takeTry(write, account, later)).toBe(0);
  expect(await takeTry(write, account, later)).toBe(MINUTE_MS);
});

eachDatabase(
  'R-04: a network has 25 attempts in five minutes, and harmless ones are not counted',
  async ({ database: { write } }) => {
    for (let n = 0; n < 25; n++) expect(await takeTry(write, network, NOW + n)).toBe(0);
    expect(await takeTry(write, network, NOW + MINUTE_MS)).toBe(4 * MINUTE_MS);
    await returnTry(write, network);
    expect(await takeTry(write, network, NOW + MINUTE_MS)).toBe(0);
    expect(await takeTry(write, network, NOW + MINUTE_MS)).toBe(4 * MINUTE_MS);
    expect(await takeTry(write, network, NOW + 5 * MINUTE_MS)).toBe(0);
  },
);

eachDatabase(
  'R-04: of sixty attempts at once only the allowed number pass, whatever the number of processes',
  async ({ database: { write } }) => {
    const waits = await Promise.all(Array.from({ length: 60 }, () => takeTry(write, account, NOW)));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(10);
  },
);

eachDatabase(
  'R-51: the wait of a network that used up its attempts is known without counting',
  async ({ database: { write } }) => {
    const wide = subjectOf(SECRET, 'network', '203.0.113.0/24', 4);
    expect(await findLongestWait(write, [], NOW)).toBe(0);
    for (let n = 0; n < 24; n++) await takeTry(write, network, NOW + n);
    for (let n = 0; n < 3; n++) expect(await findLongestWait(write, [wide, network], NOW)).toBe(0);
    expect(await takeTry(write, network, NOW)).toBe(0);
    expect(await findLongestWait(write, [wide, network], NOW + MINUTE_MS)).toBe(4 * MINUTE_MS);
    expect(await findLongestWait(write, [wide], NOW + MINUTE_MS)).toBe(0);
    expect(await findLongestWait(write, [wide, network], NOW + 5 * MINUTE_MS)).toBe(0);
  },
);

eachDatabase('R-04: counters that no longer block anyone are deleted', async ({ database: { write } }) => {
  await takeTry(write, account, NOW);
  await takeTry(write, network, NOW);
  await purgeThrottles(write, NOW + 5 * MINUTE_MS);
  const rows = await write.selectFrom('throttle').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('june');
});

eachDatabase(
  'R-04: an attempt counts for all of its subjects or none, and a share raises the limit of one',
  async ({ database: { write } }) => {
    const wide = subjectOf(SECRET, 'network', '203.0.113.0/24', 1.5);
    for (let n = 0; n < 25; n++) expect(await takeTries(write, [network, wide], NOW)).toBe(0);
    expect(await takeTries(write, [other, network], NOW)).toBe(5 * MINUTE_MS);
    const rows = await write.selectFrom('throttle').select(['subject', 'tries']).execute();
    expect(rows.map(({ tries }) => tries)).toEqual([25, 25]);
    const neighbor = subjectOf(SECRET, 'network', '203.0.113.8');
    for (let n = 0; n < 12; n++) expect(await takeTries(write, [neighbor, wide], NOW)).toBe(0);
    expect(await takeTries(write, [neighbor, wide], NOW)).toBeGreaterThan(0);
  },
);

test("Without the secret, a counter's key can't be found by trying addresses", () => {
  const keys = [SECRET, 'another secret'].map(
    (secret) => subjectOf(secret, 'account', 'june@example.org').key,
  );
  expect(new Set(keys).size).toBe(2);
  const plain = createHash('sha256').update('june@example.org').digest('base64url');
  expect(keys.join()).not.toContain(plain);
});

eachDatabase(
  'However many subjects strangers invent, the table stays small and keeps those with the most attempts',
  async ({ database: { write } }) => {
    for (let n = 0; n < 12; n++) await takeTry(write, account, NOW);
    for (let n = 0; n < 60; n++) await takeTry(write, subjectOf(SECRET, 'account', `n${n}`), NOW + n);
    await purgeThrottles(write, NOW + 60, 50);
    const rows = await write.selectFrom('throttle').select(['subject', 'tries']).orderBy('tries').execute();
    expect(rows).toHaveLength(50);
    expect(rows.at(-1)?.subject).toBe(account.key);
    expect(await takeTry(write, account, NOW + 60)).toBeGreaterThan(1000);
  },
);
