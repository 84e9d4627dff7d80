/** Votes through real processes that share one database. */
import { availableParallelism } from 'node:os';
import { expect, inject } from 'vitest';
import { type BuiltSite, openBuiltSite } from './built-site.ts';
import { administrator, administratorEnvironment } from './journey-administrator.ts';
import { longTest } from './long-test.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { until } from './until.ts';

const VOTES = 200;
const COVERED = ['app/polls/votes', 'server/workers'];

longTest(
  '200 simultaneous votes of one voter through several processes leave exactly one (SQLite)',
  () => raceOn(undefined),
  COVERED,
);

const serverUrl = inject('postgresUrl');

longTest(
  '200 simultaneous votes of one voter through several processes leave exactly one (PostgreSQL)',
  async (context) => {
    context.skip(!serverUrl);
    const database = await createPostgresDatabase(serverUrl as string);
    await raceOn(database.url).finally(database.drop);
  },
  COVERED,
);

async function raceOn(databaseUrl: string | undefined): Promise<void> {
  const workers = String(Math.max(2, Math.min(availableParallelism(), 4)));
  const environment = { ...administratorEnvironment, BELFRY_WORKERS: workers };
  const site = await openBuiltSite({ databaseUrl, environment });
  try {
    await race(site);
  } finally {
    await site.stop();
  }
}

type Poll = {
  options: { id: string }[];
  results: { voters: number; options: { id: string; votes: number }[] };
};

async function race({ url }: BuiltSite): Promise<void> {
  const cookie = await logIn(url);
  const headers = { Cookie: cookie, Origin: url, 'Content-Type': 'application/json', Connection: 'close' };
  const address = `${url}/api/v1/polls/sample-winter-rink`;
  const before = (await (await fetch(address)).json()) as Poll;
  const choices = before.options.map(({ id }) => id);
  const cast = (turn: number) =>
    fetch(`${address}/votes`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ option: choices[turn % choices.length] }),
    });
  const counted: Response[] = [];
  // Under overload, clients are asked to retry, and nothing is counted: those go again, all at once.
  await until('all votes are counted', async () => {
    const left = Array.from({ length: VOTES - counted.length }, (_, turn) => cast(turn));
    counted.push(...(await Promise.all(left)).filter(({ status }) => status !== 503));
    return counted.length === VOTES;
  });
  expect(new Set(counted.map(({ status }) => status))).toEqual(new Set([200]));
  const receipts = await Promise.all(
    counted.map(async (answer) => ((await answer.json()) as { receipt: string }).receipt),
  );
  expect(new Set(receipts).size).toBe(1);
  const { results } = (await (await fetch(address)).json()) as Poll;
  expect(results.voters).toBe(before.results.voters + 1);
  const sum = (poll: Poll['results']) => poll.options.reduce((all, { votes }) => all + votes, 0);
  expect(sum(results)).toBe(sum(before.results) + 1);
}

async function logIn(url: string): Promise<string> {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    body: new URLSearchParams(administrator),
    headers: { Origin: url },
    redirect: 'manual',
  });
  expect(response.status).toBeLessThan(400);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  expect(cookies.length).toBeGreaterThan(0);
  return cookies.join('; ');
}
