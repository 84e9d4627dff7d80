import { HOUR_MS } from '#app/platform/time/durations.ts';

/**
 * What became of an action on an issue. `settled`: it is in a state in which the action changes nothing, such as a
 * second Send. `empty`: there is nothing in it. `late`: the time has passed.
 */
export type SendingOutcome = { kind: 'done' | 'missing' | 'settled' | 'empty' | 'late' };

/** How late an issue can begin to be sent, and how long temporary problems are retried. */
export const LATE_MS = 6 * HOUR_MS;
