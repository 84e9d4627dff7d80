/** The process that decodes pictures: one at a time, for the process that started it. */
import { type EncodingOrder, encodePicture } from './encode-picture.server.ts';

export type EncodingStep =
  | { id: number; decoded: true }
  | { id: number; result: Awaited<ReturnType<typeof encodePicture>> }
  | { id: number; problem: string };

// The umask of the site: only its own user reads these files.
process.umask(0o077);

const send = (step: EncodingStep) => process.send?.(step);

process.on('message', async ({ id, order }: { id: number; order: EncodingOrder }) => {
  try {
    send({ id, result: await encodePicture(order, () => send({ id, decoded: true })) });
  } catch (error) {
    send({ id, problem: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit());
