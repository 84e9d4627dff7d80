import { collectOutput, startChild, stopChild } from './children.ts';
import { siteEnvironment } from './our-site.ts';
import type { Town } from './town-folder.ts';

/** What the limit responds to each request. */
export type LimitAnswer =
  /** Exactly these headers and bytes. */
  | { kind: 'bytes'; status: number; headers: string[]; body: string }
  /**
   * React's rendering of the tree that our site renders for this address, rendered again each time; with `br`
   * compressed.
   */
  | { kind: 'tree'; path: string; br?: boolean };

export type LimitSite = { url: string; pid: number; stop: () => Promise<void> };

/** Node's own HTTP server, alone in a process: the minimum cost of serving. */
export async function openLimitSite(
  answer: LimitAnswer,
  { environment, town }: { environment: NodeJS.ProcessEnv; town: Town },
): Promise<LimitSite> {
  const env = siteEnvironment(environment, { dataFolder: town.dataFolder, port: 0 });
  const child = startChild('bench/limit-process.ts', [], env);
  const output = collectOutput(child);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', () => reject(new Error(`The limit could not be started:\n${output()}`)));
    child.send(answer);
  });
  return { url: `http://localhost:${port}`, pid: child.pid as number, stop: () => stopChild(child) };
}
