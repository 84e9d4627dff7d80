import type { Figure } from '../figures.ts';

/** How often a worker says that it is alive, and after how long a silence it counts as stuck (F20). */
export const BEAT_MS = 1000;
export const SILENCE_MS = 5000;

/** What a worker says to the process that watches it: a sign of life with its figures, or a question for everybody's. */
export type FromWorker =
  | { belfry: 'beat'; figures: Figure[]; answers?: number | undefined }
  | { belfry: 'gather'; id: number };

/** What it hears: to say its figures now, everybody's figures, or that another one has taken its place. */
export type ToWorker =
  | { belfry: 'report'; id: number }
  | { belfry: 'gathered'; id: number; figures: Figure[] }
  | { belfry: 'retire' };

/** Other messages on the same channel are Node's own and the tests'. */
export function isOurs(message: unknown): message is FromWorker | ToWorker {
  return typeof message === 'object' && message !== null && 'belfry' in message;
}
