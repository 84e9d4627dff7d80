import type { Revisions } from './subject.ts';

/**
 * What this process knows of the revisions. A look is good for less than a second, and only until this process changes
 * something or hears of a change (R-35: own node at the next read, others within a second).
 */
export type Freshness = {
  /**
   * The revisions as they are, or were a moment ago; `isFresh` asks the database in any case. The same object is
   * answered until one of them changes. Rejects when the database does not answer.
   */
  current: (isFresh?: boolean) => Revisions | Promise<Revisions>;
  /** What was last found out, and when (by the stopwatch); undefined when nothing was. */
  lastKnown: () => { revisions: Revisions; at: number } | undefined;
};
