import { expect } from 'vitest';
import { eachDatabase } from '../../../tests/each-database.ts';
import { until } from '../../../tests/until.ts';
import { createApiToken, findApiToken, listApiTokens, revokeApiToken } from './api-token-store.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 24 * 60 * 60 * 1000;
const calendar = { name: 'Calendar import', scope: 'write', days: 365 } as const;

eachDatabase('R-18 a token of 256 bits is recognized, and only its hash is stored', async ({ database }) => {
  const { write } = database;
  const token = await createApiToken(write, calendar, NOW);
  expect(token).toMatch(/^blf_[A-Za-z0-9_-]{43}$/);
  expect(await findApiToken(write, token, NOW)).toMatchObject({ name: 'Calendar import', scope: 'write' });
  const rows = await write.selectFrom('api_token').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token.slice(4, 20));
  for (const wrong of ['', 'blf_', `${token}x`, token.slice(0, -1), token.replace('blf_', 'BLF_')])
    expect(await findApiToken(write, wrong, NOW)).toBeUndefined();
});

eachDatabase('R-18 a token ends when it expires, and at once when it is revoked', async ({ database }) => {
  const { write } = database;
  const [first, second] = [
    await createApiToken(write, calendar, NOW),
    await createApiToken(write, calendar, NOW),
  ];
  const yearLater = NOW + 365 * DAY_MS;
  expect(await findApiToken(write, first, yearLater - 1)).toBeDefined();
  expect(await findApiToken(write, first, yearLater)).toBeUndefined();
  const { id } = (await findApiToken(write, second, NOW)) ?? { id: '' };
  expect(await revokeApiToken(write, id, NOW)).toBe('Calendar import');
  expect(await findApiToken(write, second, NOW)).toBeUndefined();
  expect(await revokeApiToken(write, id, NOW)).toBeUndefined();
  expect((await listApiTokens(write, NOW)).map(({ revokedAt }) => revokedAt)).toEqual([null, NOW]);
});

eachDatabase('R-18 the use of a token is recorded at most once in ten minutes', async ({ database }) => {
  const { write } = database;
  const token = await createApiToken(write, calendar, NOW);
  const lastUse = async () => (await listApiTokens(write, NOW))[0]?.lastUsedAt;
  expect(await lastUse()).toBeNull();
  // No one waits for it when the database is busy.
  const untilNoted = (at: number) => until('the use to be noted', async () => (await lastUse()) === at);
  await findApiToken(write, token, NOW);
  await untilNoted(NOW);
  await findApiToken(write, token, NOW + 600_000);
  expect(await lastUse()).toBe(NOW);
  await findApiToken(write, token, NOW + 600_001);
  await untilNoted(NOW + 600_001);
});
