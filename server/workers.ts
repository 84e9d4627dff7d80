import cluster, { type Worker } from 'node:cluster';

const RESTARTS_A_MINUTE = 5;

/**
 * Starts `count` processes that run `script` and share its port; resolves when all of them listen. One that dies is
 * replaced; more than five deaths within a minute end the site with one line. SIGTERM and SIGINT end all of them
 * orderly, and this process after the last.
 */
export async function startWorkers(count: number, script: string): Promise<void> {
  cluster.setupPrimary({ exec: script, args: [] });
  let ending = false;
  let deaths: number[] = [];
  cluster.on('exit', () => {
    if (ending) {
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0);
      return;
    }
    deaths = [...deaths.filter((at) => at > performance.now() - 60_000), performance.now()];
    if (deaths.length > RESTARTS_A_MINUTE) {
      console.error('The workers keep stopping. The reason is in the lines above.');
      process.exit(1);
    }
    cluster.fork();
  });
  const end = () => {
    ending = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  await Promise.all(Array.from({ length: count }, () => listening(cluster.fork())));
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve) => worker.once('listening', () => resolve()));
}
