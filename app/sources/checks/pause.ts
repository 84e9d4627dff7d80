import { setImmediate } from 'node:timers/promises';

/** The longest that the event loop is blocked, unless a single step takes longer. */
const HOLD_MS = 5;

/** Work on many items calls what this returns after each: it lets others run every few milliseconds. */
export function openPauses(): () => Promise<void> {
  let heldSince = performance.now();
  return async () => {
    if (performance.now() - heldSince < HOLD_MS) return;
    await setImmediate();
    heldSince = performance.now();
  };
}
