import { addFigures, type Figure } from '../figures.ts';

export type WorkerLink = {
  /** The metrics of all workers together. Only this one's when the supervising process does not respond. */
  gatherFigures: () => Promise<Figure[]>;
  /** From now on this worker sends a heartbeat every second; `retire` is called when another has replaced it. */
  begin: (figures: () => Figure[], retire: () => void) => void;
};

const GATHER_MS = 2000;

/** The worker's end of the channel to the supervising process. */
export function openWorkerLink(): WorkerLink {
  let own = (): Figure[] => [];
  let lastId = 0;
  const asked = new Map<number, (figures: Figure[]) => void>();
  const hear = (retire: () => void) => (message: ToWorker) => {
    if (!isOurs(message)) return;
    if (message.belfry === 'report') say({ belfry: 'beat', figures: own(), answers: message.id });
    if (message.belfry === 'gathered') asked.get(message.id)?.(message.figures);
    if (message.belfry === 'retire') retire();
  };
  return {
    gatherFigures() {
      const id = ++lastId;
      return new Promise((resolve) => {
        const done = (figures: Figure[]) => {
          clearTimeout(deadline);
          asked.delete(id);
          resolve(figures);
        };
        const deadline = setTimeout(() => done(addFigures(own())), GATHER_MS);
        asked.set(id, done);
        say({ belfry: 'gather', id });
      });
    },
    begin(figures, retire) {
      own = figures;
      process.on('message', hear(retire));
      const beat = () => say({ belfry: 'beat', figures: own() });
      beat();
      setInterval(beat, BEAT_MS).unref();
    },
  };
}

/** If the supervising process is gone, this one ends as well. */
function say(message: FromWorker): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

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
