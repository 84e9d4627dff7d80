import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Whether requests arrive faster than they can be answered; `close` stops the watching. */
export type Pressure = { isHigh: () => boolean; close: () => void };

const WINDOW_MS = 1000;
const RESOLUTION_MS = 10;
const HIGH_MS = 70;

/**
 * Watches how late the event loop gets to its work: half of the moments of the last second more than 70 ms late is
 * pressure. Load is judged by waiting, not by counting requests: a school is one address.
 */
export function watchPressure(): Pressure {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let isHigh = false;
  const timer = setInterval(() => {
    isHigh = delay.percentile(50) / 1e6 - RESOLUTION_MS > HIGH_MS;
    delay.reset();
  }, WINDOW_MS);
  timer.unref();
  return {
    isHigh: () => isHigh,
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
