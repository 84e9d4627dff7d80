/** The common part of most faults: a site under writes, and the checker after it. */
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { until } from '../tests/until.ts';
import { checkInvariants } from './check-invariants.ts';
import type { Outcome } from './fault.ts';
import { HealthWatch, percentile } from './health-watch.ts';
import { History } from './history.ts';
import { type Run, Subject } from './subject.ts';

export type Trial = {
  subject: Subject;
  history: History;
  watch: HealthWatch;
  recoveriesMs: number[];
  notes: string[];
  /** Reported as a problem of I5: a missing refusal, a message that explains nothing. */
  complain: (problem: string) => void;
};

export type Done = { run: Run; injected: string; times: number; recoveryLimitMs?: number };

/** In the tests, other work uses the CPUs: a limit there only detects sites that never recover. */
const LEAN_PATIENCE = 15;
/** And tests that run beside them need the CPUs more than another thousand writes. */
const LEAN_PAUSE_MS = 40;

/** Runs `body`; the site that it leaves running is checked and ended. */
export async function runTrial(
  lean: boolean,
  body: (trial: Trial) => Promise<Done>,
  subject?: Subject,
): Promise<Outcome> {
  const site = subject ?? (await Subject.make());
  const history = new History(site, lean ? LEAN_PAUSE_MS : undefined);
  const watch = new HealthWatch(site);
  const recoveriesMs: number[] = [];
  const notes: string[] = [];
  const complain = (problem: string) => void history.strange.push(problem);
  try {
    const { run, injected, times, recoveryLimitMs } = await body({
      subject: site,
      history,
      watch,
      recoveriesMs,
      notes,
      complain,
    });
    await Promise.all([history.stop(), watch.stop()]);
    notes.push(toldOf(history));
    const limit = recoveryLimitMs && recoveryLimitMs * (lean ? LEAN_PATIENCE : 1);
    const evidence = { subject: site, run, history, watch, recoveriesMs, recoveryLimitMs: limit };
    return { injected, times, verdicts: await checkInvariants(evidence), recoveriesMs, notes };
  } finally {
    await Promise.all([history.stop(), watch.stop()]);
    await site.remove();
  }
}

/** Waits for the next acknowledged write and returns how long that took, in milliseconds. */
export async function untilWritten(history: History, limitMs = MINUTE_MS): Promise<number> {
  const since = performance.now();
  return (await until('a write is acknowledged', () => history.lastOkAt > since, limitMs)).ms;
}

/** Whether no write sent from now on is acknowledged for this long. Earlier ones may still be. */
export async function isSilent(history: History, ms: number): Promise<boolean> {
  const since = performance.now();
  await wait(ms);
  return history.lastOkSentAt < since;
}

/** Reports a problem when /readyz says for more than two seconds that the site can serve while it can't write. */
export async function expectUnready({ subject, complain }: Trial): Promise<void> {
  const isTold = async () => !(await subject.isReady());
  await until('/readyz tells', isTold, 2000).catch(() =>
    complain('/readyz says 200 while no write is possible'),
  );
}

function toldOf({ fates, writesMs }: History): string {
  return `${fates.ok} writes acknowledged, ${fates.fail} refused, ${fates.unknown} unknown; a write took ${Math.round(percentile(writesMs, 50))} ms, ${Math.round(percentile(writesMs, 99))} ms at p99`;
}
