import type { IncomingMessage } from 'node:http';
import type { Pressure } from './pressure.ts';
import { classOf, isShed } from './traffic-class.ts';
import { type Leave, openWaitingLine, type WaitingLine } from './waiting-line.ts';

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
  enter: (message: IncomingMessage) => Promise<Leave | undefined>;
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
