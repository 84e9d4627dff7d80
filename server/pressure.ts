import { monitorEventLoopDelay } from 'node:perf_hooks';

/** `high` refuses what can wait, `severe` all but what is cheap and what ends the trouble (requirements: overload). */
export type PressureLevel = 'none' | 'high' | 'severe';

/** Whether requests arrive faster than they can be answered; `close` stops the watching. */
export type Pressure = {
  level: () => PressureLevel;
  /** How late the event loop was in the last second, in milliseconds: half of the times less than `p50`. */
  lag: () => { p50: number; p99: number };
  /** `takePeak` says how many requests were there at once, at the most, since it was last asked. */
  heed: (takePeak: () => number) => void;
  close: () => void;
};

const WINDOW_MS = 1000;
const RESOLUTION_MS = 10;
const HIGH_MS = 70;
const SEVERE_MS = 150;
/** With fewer requests at once it is the machine that is slow: to refuse somebody would help nobody. */
const CROWD = 8;

/** What a lag (the median of a second, in milliseconds) means. */
export function levelOfLag(p50: number): PressureLevel {
  if (p50 > SEVERE_MS) return 'severe';
  return p50 > HIGH_MS ? 'high' : 'none';
}

/**
 * Watches how late the event loop gets to its work. Load is judged by waiting, not by counting requests: a
 * school is one address. A late event loop without a crowd is no pressure.
 */
export function watchPressure(): Pressure {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let lag = { p50: 0, p99: 0 };
  let takePeak = () => 0;
  let isCrowded = false;
  const timer = setInterval(() => {
    lag = { p50: lagOf(delay.percentile(50)), p99: lagOf(delay.percentile(99)) };
    // Whoever is refused is no longer there to be counted: a crowd lasts as long as its lag.
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
