import type { Figure } from '../figures.ts';

/** How often a worker sends a heartbeat, and after how long without one it counts as stuck (F20). */
export const BEAT_MS = 1000;
export const SILENCE_MS = 5000;

/** Messages from a worker: a heartbeat with its metrics, or a request for those of all. */
export type FromWorker =
  | { belfry: 'beat'; figures: Figure[]; answers?: number | undefined }
  | { belfry: 'gather'; id: number };

/** Messages to a worker: a request for its metrics, the metrics of all, or that another one has replaced it. */
export type ToWorker =
  | { belfry: 'report'; id: number }
  | { belfry: 'gathered'; id: number; figures: Figure[] }
  | { belfry: 'retire' };

/** Other messages on the same channel are Node's own and the tests'. */
export function isOurs(message: unknown): message is FromWorker | ToWorker {
  return typeof message === 'object' && message !== null && 'belfry' in message;
}
