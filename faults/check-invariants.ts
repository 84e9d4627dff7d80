import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from '../tests/until.ts';
import type { Verdicts } from './fault.ts';
import type { HealthWatch } from './health-watch.ts';
import type { History } from './history.ts';
import type { Run, Subject } from './subject.ts';

export type Evidence = {
  subject: Subject;
  /** The running site, which the check ends. */
  run: Run;
  history: Pick<History, 'strange' | 'size' | 'compare'>;
  watch?: HealthWatch;
  recoveriesMs?: number[];
  /** I6: how long a recovery may take. */
  recoveryLimitMs?: number;
};

const SHOWN = 5;
/** How soon /readyz has to be correct. */
const READY_MS = 2000;

/**
 * Checks everything that must hold after a fault, on a site that is running again. Ends it, because the database is
 * checked when nobody has it open. Leaves out checks without evidence.
 */
export async function checkInvariants(evidence: Evidence): Promise<Verdicts> {
  const { subject, run, history, watch } = evidence;
  const strange = [...history.strange, ...(watch?.problems ?? [])];
  await until('/readyz tells', () => subject.isReady(run), READY_MS).catch(() =>
    strange.push('/readyz does not say 200 though the fault is over'),
  );
  const lost = await history.compare();
  const how = await subject.stop(run);
  if (how !== 0) strange.push(`after SIGTERM it ended with ${how}`);
  return {
    // Without writes there is nothing to compare.
    ...(history.size > 0 ? { I1: { problems: some(lost) } } : {}),
    ...(subject.databaseUrl
      ? {}
      : { I2: { problems: some(checkDatabase(join(subject.view, 'belfry.db'))) } }),
    I4: { problems: some(findDoubleMails(join(subject.view, 'mail'))) },
    I5: { problems: some(strange) },
    I6: { problems: some(findSlow(evidence)) },
    I7: { problems: some(findSecrets(subject)) },
  };
}

function some(problems: string[]): string[] {
  const more = problems.length - SHOWN;
  return more > 0 ? [...problems.slice(0, SHOWN), `and ${more} more`] : problems;
}

/** What is wrong with a SQLite file, from its own two checks (I2). */
export function checkDatabase(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = database
      .prepare('pragma integrity_check(5)')
      .all()
      .map((row) => String(row.integrity_check));
    const orphans = database.prepare('pragma foreign_key_check').all().length;
    return [
      ...(found.join() === 'ok' ? [] : found),
      ...(orphans ? [`${orphans} rows refer to missing rows`] : []),
    ];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    database.close();
  }
}

/** By recipient and Message-ID: two emails with one id are one email for its reader. */
function findDoubleMails(folder: string): string[] {
  const seen = new Map<string, string>();
  const problems: string[] = [];
  for (const name of listFiles(folder)) {
    const text = readFileSync(join(folder, name), 'utf8');
    const [to = '', subject = '', id = ''] = ['To', 'Subject', 'Message-ID'].map(
      (header) => new RegExp(`^${header}: *(.*)$`, 'im').exec(text)?.[1] ?? '',
    );
    const before = seen.get(`${to} ${subject}`);
    if (before !== undefined && before !== id) problems.push(`${to} got two emails: ${subject}`);
    seen.set(`${to} ${subject}`, id);
  }
  return problems;
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.eml'));
  } catch {
    return [];
  }
}

function findSlow({ recoveriesMs = [], recoveryLimitMs = Number.POSITIVE_INFINITY }: Evidence): string[] {
  return recoveriesMs
    .filter((ms) => ms > recoveryLimitMs)
    .map((ms) => `a recovery took ${Math.round(ms)} ms, not ${recoveryLimitMs} ms at most`);
}

/** Neither a secret nor the trace of an unexplained failure. */
function findSecrets(subject: Subject): string[] {
  const secrets = [...subject.secrets, subject.readSecret()].filter((secret) => secret !== undefined);
  return secrets
    .filter((secret) => secret && subject.output.includes(secret))
    .map((secret) => `the log has ${secret.slice(0, 4)}…`);
}
