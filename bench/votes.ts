/**
 * How many votes per second the site takes, and the response times of a reading page meanwhile: `node bench/votes.ts`,
 * with DATABASE_URL for PostgreSQL. Each vote comes from its own browser and network, and is written durably.
 */
import { performance } from 'node:perf_hooks';
import { openBuiltSite } from '../tests/built-site.ts';
import { administrator, administratorEnvironment } from '../tests/journey-administrator.ts';

const VOTES = 3000;
const AT_ONCE = 24;

const [databaseUrl, workers = '1'] = process.argv.slice(2);

const site = await openBuiltSite({
  databaseUrl: databaseUrl === '-' ? undefined : databaseUrl,
  environment: { ...administratorEnvironment, TRUST_PROXY: '1', BELFRY_WORKERS: workers },
});
try {
  const options = await makePoll();
  const alone = await readWhile(wait(3000));
  const started = performance.now();
  const casting = castAll(options);
  const meanwhile = await readWhile(casting);
  const counts = await casting;
  const seconds = (performance.now() - started) / 1000;
  // Clients that were too fast are told to retry, so retry.
  await wait(2000);
  const answer = await fetch(`${site.url}/api/v1/polls/bench`);
  const { results } = (await answer.json()) as { results: { voters: number } };
  console.log({
    votesPerSecond: Math.round(VOTES / seconds),
    statuses: counts,
    counted: results.voters,
    articlesAlone: alone,
    articlesMeanwhile: meanwhile,
  });
} finally {
  await site.stop();
}

async function makePoll(): Promise<string[]> {
  const login = await fetch(`${site.url}/login`, {
    method: 'POST',
    body: new URLSearchParams(administrator),
    headers: { Origin: site.url },
    redirect: 'manual',
  });
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const poll = await fetch(`${site.url}/api/v1/polls/bench`, {
    method: 'PUT',
    headers: { Cookie: cookie, Origin: site.url, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      title: 'Bench',
      description: 'How fast?',
      options: ['A', 'B', 'C'],
      voters: 'anyone',
    }),
  });
  if (!poll.ok) throw new Error(await poll.text());
  return ((await poll.json()) as { options: { id: string }[] }).options.map(({ id }) => id);
}

async function castAll(options: string[]): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let turn = 0;
  const worker = async () => {
    while (turn < VOTES) {
      const number = turn++;
      const answer = await fetch(`${site.url}/api/v1/polls/bench/votes`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
        },
        body: JSON.stringify({ option: options[number % options.length] }),
      });
      await answer.arrayBuffer();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return statuses;
}

/** Requests the same page repeatedly until `until` is done: median and 99th percentile in milliseconds. */
async function readWhile(until: Promise<unknown>): Promise<{ reads: number; p50: number; p99: number }> {
  const times: number[] = [];
  let isOver = false;
  void until.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const started = performance.now();
    await (await fetch(`${site.url}/articles`)).arrayBuffer();
    times.push(performance.now() - started);
    await wait(5);
  }
  times.sort((one, other) => one - other);
  const at = (part: number) => Math.round((times[Math.floor(times.length * part)] ?? 0) * 10) / 10;
  return { reads: times.length, p50: at(0.5), p99: at(0.99) };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
