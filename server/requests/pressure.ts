import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * At `high`, requests that can wait are refused; at `severe`, all except cheap and vital ones (requirements: overload).
 */
export type PressureLevel = 'none' | 'high' | 'severe';

/** Whether requests arrive faster than they can be handled; `close` stops the measurement. */
export type Pressure = {
  level: () => PressureLevel;
  /** How late the event loop was in the last second, in milliseconds: half of the times less than `p50`. */
  lag: () => { p50: number; p99: number };
  /** `takePeak` returns the maximum number of concurrent requests since its last call. */
  heed: (takePeak: () => number) => void;
  close: () => void;
};

const WINDOW_MS = 1000;
const RESOLUTION_MS = 10;
const HIGH_MS = 70;
const SEVERE_MS = 150;
/** With fewer concurrent requests, the machine is slow: refusing requests would not help. */
const CROWD = 8;

/** The pressure of a lag (the median of a second, in milliseconds). */
export function levelOfLag(p50: number): PressureLevel {
  if (p50 > SEVERE_MS) return 'severe';
  return p50 > HIGH_MS ? 'high' : 'none';
}

/**
 * Measures how late the event loop is. Load is judged by waiting, not by counting requests, because a whole
 * school can share one address. A late event loop with few requests is not pressure.
 */
export function watchPressure(): Pressure {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let lag = { p50: 0, p99: 0 };
  let takePeak = () => 0;
  let isCrowded = false;
  const timer = setInterval(() => {
    lag = { p50: lagOf(delay.percentile(50)), p99: lagOf(delay.percentile(99)) };
    // Refused requests are no longer counted: the crowd lasts as long as its lag.
    const isLasting = isCrowded && levelOfLag(lag.p50) !== 'none';
    isCrowded = takePeak() >= CROWD || isLasting;
    delay.reset();
  }, WINDOW_MS);
  timer.unref();
  return {
    level: () => (isCrowded ? levelOfLag(lag.p50) : 'none'),
    lag: () => lag,
    heed(told) {
      takePeak = told;
    },
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}

function lagOf(delayNs: number): number {
  return Math.max(delayNs / 1e6 - RESOLUTION_MS, 0);
}
