import { parentPort } from 'node:worker_threads';
import type { ThreadReply, ThreadRequest } from './idle-thread.server.ts';

/**
 * The thread's side of an `IdleThread`: runs `work` for each request and sends back what it returns, or the message of
 * what it throws. Buffers in `transfer` are handed over instead of copied.
 */
export function serveRequests<Input, Output>(
  work: (input: Input) => Promise<Output>,
  transfer: (output: Output) => ArrayBuffer[] = () => [],
): void {
  parentPort?.on('message', async ({ id, input }: ThreadRequest<Input>) => {
    try {
      const output = await work(input);
      parentPort?.postMessage({ id, output } satisfies ThreadReply<Output>, transfer(output));
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      parentPort?.postMessage({ id, problem } satisfies ThreadReply<Output>);
    }
  });
}
