import type { Worker } from 'node:cluster';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { addFigures, countersOf, type Figure } from '../figures.ts';
import { BEAT_MS, type FromWorker, isOurs, SILENCE_MS, type ToWorker } from './worker-link.ts';

/** Until a worker has loaded the site it can't send anything. */
const START_MS = MINUTE_MS;
/** A worker that does not send its metrics within this time sent them a second ago. */
const REPORT_MS = 500;

export type WorkerWatch = {
  /** Begins to monitor a worker. */
  follow: (worker: Worker) => void;
  close: () => void;
};

export type WatchOptions = {
  /** Called once for a worker without a heartbeat for five seconds. */
  stuck: (worker: Worker, silentMs: number) => void;
  /** The metrics of this process itself. */
  ownFigures: () => Figure[];
};

type Known = { heard: number; mayBeSilentFor: number; figures: Figure[] };

/** Receives the heartbeats of all workers, and collects their metrics for the one that requests them. */
export function watchWorkers({ stuck, ownFigures }: WatchOptions): WorkerWatch {
  const known = new Map<Worker, Known>();
  let departed: Figure[] = [];
  const gather = openGathering(known, () => [ownFigures(), departed]);
  let looked = performance.now();
  const look = setInterval(() => {
    const now = performance.now();
    // This process itself was suspended, and its workers perhaps with it.
    if (now - looked > 2 * BEAT_MS) for (const each of known.values()) each.heard = now;
    looked = now;
    for (const [worker, { heard, mayBeSilentFor }] of known) {
      if (now - heard <= mayBeSilentFor) continue;
      known.delete(worker);
      stuck(worker, now - heard);
    }
  }, BEAT_MS / 2);
  return {
    follow(worker) {
      known.set(worker, { heard: performance.now(), mayBeSilentFor: START_MS, figures: [] });
      worker.on('message', (message: FromWorker) => {
        const entry = known.get(worker);
        if (!isOurs(message) || !entry) return;
        if (message.belfry === 'gather') return gather.ask(worker, message.id);
        Object.assign(entry, {
          heard: performance.now(),
          mayBeSilentFor: SILENCE_MS,
          figures: message.figures,
        });
        if (message.answers !== undefined) gather.note(worker, message.answers);
      });
      worker.once('exit', () => {
        departed = addFigures(departed, countersOf(known.get(worker)?.figures ?? []));
        known.delete(worker);
        gather.leave(worker);
      });
    },
    close: () => clearInterval(look),
  };
}

type Round = { awaited: Set<Worker>; finish: () => void };

/** Requests every worker's metrics and sends the sum to the one that wants them. */
function openGathering(known: Map<Worker, Known>, more: () => Figure[][]) {
  const rounds = new Map<number, Round>();
  let lastRound = 0;
  return {
    ask(asker: Worker, id: number): void {
      const round = ++lastRound;
      const finish = () => {
        if (!rounds.delete(round)) return;
        clearTimeout(deadline);
        const figures = addFigures(...[...known.values()].map((each) => each.figures), ...more());
        sendToWorker(asker, { belfry: 'gathered', id, figures });
      };
      const deadline = setTimeout(finish, REPORT_MS);
      // One that is still loading the site would be waited for in vain.
      const started = [...known].filter(([, each]) => each.mayBeSilentFor !== START_MS);
      const awaited = new Set(started.map(([worker]) => worker));
      rounds.set(round, { awaited, finish });
      for (const worker of awaited) sendToWorker(worker, { belfry: 'report', id: round });
    },
    note(worker: Worker, round: number): void {
      const { awaited, finish } = rounds.get(round) ?? {};
      awaited?.delete(worker);
      if (awaited?.size === 0) finish?.();
    },
    leave(worker: Worker): void {
      for (const round of [...rounds.keys()]) this.note(worker, round);
    },
  };
}

/** A worker that is about to end receives nothing any more. */
export function sendToWorker(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
