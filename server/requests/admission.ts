import type { IncomingMessage } from 'node:http';
import type { Pressure } from './pressure.ts';
import { classOf, isShed } from './traffic-class.ts';

/** How many requests the site processes at once; more would only wait for each other, and for the database. */
const PLACES = 32;
/** Reserved for the administrator and for logging out: about a tenth, when everything else is full. */
const RESERVED_PLACES = 4;
/** A few milliseconds of work, then others get a turn. */
const ENTRIES_PER_TURN = 4;
const MAX_WAITING = 64;
const MAX_WAIT_MS = 500;

/** Admission control under overload (R-62, requirements: overload). */
export type Admission = {
  /** Whether a request is refused before any work is done for it, by how late the event loop is. */
  isShed: (message: IncomingMessage) => boolean;
  /** A slot for a request that has been read; undefined when none becomes free in time. */
  enter: (message: Pick<IncomingMessage, 'url' | 'headers'>) => Promise<Leave | undefined>;
  line: WaitingLine;
};

export function openAdmission(pressure: Pressure): Admission {
  const limits = { entriesPerTurn: ENTRIES_PER_TURN, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS };
  const line = openWaitingLine({ places: PLACES, ...limits });
  pressure.heed(line.takePeak);
  const reserve = openWaitingLine({ places: RESERVED_PLACES, ...limits });
  return {
    line,
    isShed: (message) => isShed(message, pressure.level()),
    enter: (message) => (classOf(message) === 'A' ? reserve : line).enter(),
  };
}

/** Releases a slot. */
export type Leave = () => void;

/**
 * Admits at most a number of requests at once, and a number per turn of the event loop; some wait briefly, and all
 * others are refused at once. Without the limit per turn, all requests that arrive together would be processed
 * together, before any others: the embedded database responds synchronously.
 */
export type WaitingLine = {
  /** Undefined when there is no slot, or none became free in time. */
  enter: () => Promise<Leave | undefined>;
  readonly inside: number;
  readonly waiting: number;
  /** The maximum number of running and waiting requests since the last call. */
  takePeak: () => number;
};

type WaitingLineOptions = {
  places: number;
  entriesPerTurn: number;
  maxWaiting: number;
  maxWaitMs: number;
};

export function openWaitingLine(options: WaitingLineOptions): WaitingLine {
  const { places, entriesPerTurn, maxWaiting, maxWaitMs } = options;
  const waiting = new Set<(leave: Leave | undefined) => void>();
  let inside = 0;
  let enteredInTurn = 0;
  let isNextTurnAsked = false;
  let peak = 0;

  const recordPeak = () => {
    peak = Math.max(peak, inside + waiting.size);
  };
  const isOpen = () => inside < places && enteredInTurn < entriesPerTurn;

  function letIn(): Leave {
    inside++;
    enteredInTurn++;
    recordPeak();
    askNextTurn();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      inside--;
      if (waiting.size > 0) askNextTurn();
    };
  }

  function askNextTurn(): void {
    if (isNextTurnAsked) return;
    isNextTurnAsked = true;
    setImmediate(() => {
      isNextTurnAsked = false;
      enteredInTurn = 0;
      for (const settle of waiting) {
        if (!isOpen()) return;
        settle(letIn());
      }
    });
  }

  function wait(): Promise<Leave | undefined> {
    return new Promise((resolve) => {
      const settle = (leave: Leave | undefined) => {
        waiting.delete(settle);
        clearTimeout(timer);
        resolve(leave);
      };
      const timer = setTimeout(settle, maxWaitMs, undefined);
      waiting.add(settle);
      recordPeak();
    });
  }

  return {
    async enter() {
      if (waiting.size === 0 && isOpen()) return letIn();
      return waiting.size < maxWaiting ? wait() : undefined;
    },
    takePeak() {
      const taken = peak;
      peak = inside + waiting.size;
      return taken;
    },
    get inside() {
      return inside;
    },
    get waiting() {
      return waiting.size;
    },
  };
}
