import { monitorEventLoopDelay } from 'node:perf_hooks';

/** `high` refuses what can wait, `severe` all but what is cheap and what ends the trouble (safety section 3.1). */
export type PressureLevel = 'none' | 'high' | 'severe';

/** Whether requests arrive faster than they can be answered; `close` stops the watching. */
export type Pressure = {
  level: () => PressureLevel;
  /** How late the event loop was in the last second, in milliseconds: half of the times less than `p50`. */
  lag: () => { p50: number; p99: number };
  close: () => void;
};

const WINDOW_MS = 1000;
const RESOLUTION_MS = 10;
const HIGH_MS = 70;
const SEVERE_MS = 150;

/** What a lag (the median of a second, in milliseconds) means. */
export function levelOfLag(p50: number): PressureLevel {
  if (p50 > SEVERE_MS) return 'severe';
  return p50 > HIGH_MS ? 'high' : 'none';
}

/**
 * Watches how late the event loop gets to its work. Load is judged by waiting, not by counting requests: a
 * school is one address.
 */
export function watchPressure(): Pressure {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let lag = { p50: 0, p99: 0 };
  const timer = setInterval(() => {
    lag = { p50: lagOf(delay.percentile(50)), p99: lagOf(delay.percentile(99)) };
    delay.reset();
  }, WINDOW_MS);
  timer.unref();
  return {
    level: () => levelOfLag(lag.p50),
    lag: () => lag,
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}

function lagOf(delayNs: number): number {
  return Math.max(delayNs / 1e6 - RESOLUTION_MS, 0);
}
