import { createServer } from 'node:net';

/**
 * Below the ports that systems give to connections, and to servers that let them choose; above the last one that
 * clients refuse to call, 10080 (Fetch standard, "bad port").
 */
const FIRST = 11_000;
const PER_WORKER = 1000;
const MOST_WORKERS = 20;

const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env;
/** Workers that run at once don't look for the same ports. */
const first = FIRST + (Number(VITEST_POOL_ID ?? TEST_PARALLEL_INDEX ?? 0) % MOST_WORKERS) * PER_WORKER;
/** Other runs may be going on. */
let next = Math.floor(Math.random() * PER_WORKER);

/** A port of 127.0.0.1 that is free, and that the system gives to no other program. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < PER_WORKER; tries++) {
    const port = first + (next++ % PER_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${first} to ${first + PER_WORKER - 1}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
