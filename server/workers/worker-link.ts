import { addFigures, type Figure } from '../figures.ts';
import { BEAT_MS, type FromWorker, isOurs, type ToWorker } from './worker-messages.ts';

export type WorkerLink = {
  /** The figures of all workers together. Of this one alone when the process that watches them does not answer. */
  gatherFigures: () => Promise<Figure[]>;
  /** From now on this worker says once a second that it lives; `retire` is called when another has taken its place. */
  begin: (figures: () => Figure[], retire: () => void) => void;
};

const GATHER_MS = 2000;

/** The worker's end of the line to the process that watches it. */
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

/** The process that listens may be gone already: then this one ends as well. */
function say(message: FromWorker): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
