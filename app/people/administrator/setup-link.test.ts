import { expect } from 'vitest';
import { eachDatabase } from '../../../tests/each-database.ts';
import { createSetupLink, isSetupLink, redeemSetupLink } from './setup-link.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 24 * 60 * 60 * 1000;

eachDatabase(
  'If fifty people use the set-up link at once, exactly one succeeds',
  async ({ database: { write } }) => {
    const token = await createSetupLink(write, NOW);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => redeemSetupLink(write, token, NOW)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  },
);

eachDatabase(
  'The set-up link works for 24 hours, and opening it does not use it up',
  async ({ database }) => {
    const { read, write } = database;
    const token = await createSetupLink(write, NOW);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await isSetupLink(read, token, NOW)).toBe(true);
    expect(await isSetupLink(read, token, NOW + DAY_MS)).toBe(false);
    expect(await redeemSetupLink(write, token, NOW + DAY_MS)).toBe(false);
    expect(await redeemSetupLink(write, token, NOW + DAY_MS - 1)).toBe(true);
    expect(await isSetupLink(read, token, NOW)).toBe(false);
  },
);

eachDatabase(
  'A new set-up link replaces the previous one, and only a hash is stored',
  async ({ database }) => {
    const { read, write } = database;
    const first = await createSetupLink(write, NOW);
    const second = await createSetupLink(write, NOW);
    expect(await isSetupLink(read, first, NOW)).toBe(false);
    expect(await isSetupLink(read, second, NOW)).toBe(true);
    const rows = await read.selectFrom('setup_link').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(second);
  },
);
