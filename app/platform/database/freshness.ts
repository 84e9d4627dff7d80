import type { ChangeCounters } from './subject.ts';

/**
 * This process's copy of the change counters. It is valid for less than a second, and only until this process changes
 * something or is notified of a change (R-35: on the same node at the next read, on others within a second).
 */
export type Freshness = {
  /**
   * The counters as they are, or were a moment ago; `isFresh` always queries the database. Returns the same object
   * until one of them changes. Rejects when the database doesn't respond.
   */
  current: (isFresh?: boolean) => ChangeCounters | Promise<ChangeCounters>;
  /** The last result, and when it was read (by the stopwatch); undefined before the first. */
  lastKnown: () => { counters: ChangeCounters; at: number } | undefined;
};
