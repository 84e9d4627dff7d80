import autocannon from 'autocannon';
import type { Bench } from './bench.ts';
import { readCpu } from './children.ts';
import { type Figure, figureOf, medianOf } from './figures.ts';
import { shareOf } from './report.ts';

/** A burst of requests: how many per second got a response, and what each cost the server's process, in µs. */
export type Burst = { requests: number; rate: number; cpu: number | undefined };

export type Target = { url: string; pid: number };

export type LoadOptions = {
  /** The address of each request: always the same, or the next of many. */
  path: string | (() => string);
  durationMs?: number;
  /** Ends the burst after this many requests instead. */
  amount?: number;
  connections?: number;
  headers?: Record<string, string>;
  /**
   * Any status other than this one (200 by default) is a failure, and so is a lost connection; with 'any' nothing is.
   */
  status?: number | 'any';
};

const CONNECTIONS = 32;

/** As many requests as the server can serve, over several connections. Throws when a response has another status. */
export async function sendBurst(target: Target, options: LoadOptions): Promise<Burst> {
  const { path, durationMs = 1000, amount, connections = CONNECTIONS, headers, status = 200 } = options;
  const request = typeof path === 'string' ? { path } : { setupRequest: inOrder(path) };
  const cpuBefore = readCpu(target.pid);
  const startedAt = performance.now();
  let lastAt = startedAt;
  let requests = 0;
  const statuses = new Map<number, number>();
  const run = autocannon({
    url: target.url,
    connections,
    ...(amount ? { amount } : { duration: durationMs / 1000 }),
    sampleInt: 50,
    // The site closes a connection after 1,000 requests, which this generator doesn't handle.
    reconnectRate: 900,
    headers: { 'accept-encoding': 'br', ...headers },
    requests: [request],
  } as autocannon.Options);
  (run as unknown as autocannon.Instance).on('response', (_client: unknown, answered: number) => {
    requests++;
    lastAt = performance.now();
    statuses.set(answered, (statuses.get(answered) ?? 0) + 1);
  });
  const { errors } = await run;
  const cpuAfter = readCpu(target.pid);
  const others = [...statuses].filter(([answered]) => answered !== status);
  if (requests === 0 || (status !== 'any' && (errors > 0 || others.length > 0)))
    throw new Error(
      `${typeof path === 'string' ? path : path()} returned ${JSON.stringify([...statuses])}, ${errors} errors`,
    );
  const used = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore;
  return {
    requests,
    rate: requests / ((lastAt - startedAt) / 1000),
    cpu: used === undefined ? undefined : used / requests,
  };
}

function inOrder(nextPath: () => string) {
  return (request: autocannon.Request) => ({ ...request, path: nextPath() });
}

/** The cost of a request in µs: CPU time of the server, or the elapsed time where the system does not report it. */
export function costOf({ cpu, rate }: Burst): number {
  return cpu ?? 1_000_000 / rate;
}

/** Ours and the limit as a row shows them, from alternating bursts. */
export function costRatio(pairs: readonly { first: Burst; second: Burst }[]) {
  return {
    ours: costFigure(pairs.map(({ first }) => first)),
    limit: costFigure(pairs.map(({ second }) => second)),
    ratio: shareOf(pairs.map(({ first, second }) => ({ ours: costOf(first), limit: costOf(second) }))),
  };
}

/** The cost of a request over several bursts, and the number of requests per second. */
function costFigure(bursts: readonly Burst[]): Figure {
  const rate = medianOf(bursts.map((burst) => burst.rate)) / 1000;
  return figureOf(bursts.map(costOf), 'µs', `${rate.toFixed(rate < 10 ? 2 : 1)} k/s`);
}

/** Uncounted requests to warm up: a fresh process is slow until its code is compiled. */
export async function warmUp(
  target: Target,
  { options }: Pick<Bench, 'options'>,
  load: LoadOptions,
): Promise<void> {
  await sendBurst(target, { ...load, amount: options.quick ? 64 : (load.amount ?? 3000) });
}
