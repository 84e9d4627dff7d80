/** Checks of sources: all that are due, or one that an editor asks for. Of all processes, one does this at a time. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { openLeases } from '#app/platform/database/lease.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { requestCheck } from '#app/sources/source-store.server.ts';
import { countCheck } from './check-count.ts';
import { examineSource } from './examine-source.server.ts';
import { findOldestDue, findSourceRow } from './read-sources.server.ts';
import { recordCheck } from './record-check.server.ts';
import type { CheckContext, CheckedSource } from './source-check.ts';

export type { CheckContext } from './source-check.ts';

/** The process with the lease of this name checks sources. */
export const CHECK_SOURCES = 'check-sources';

/** Of those that are due, and of those that an editor requests. */
const AT_ONCE = 4;
/** How many due sources are looked at to find one whose host is not busy. */
const MOST_DUE = 500;
/** How soon a request of another process is noticed. */
const ASK_MS = 250;
/** Longer than any check takes that nothing delays. */
const MOST_MS = MINUTE_MS;

/**
 * What a check did: how many items the source lists, how many of them are new or changed, how many are no longer listed.
 * `problem` is a sentence; null if there was none.
 */
export type CheckResult = {
  found: number;
  new: number;
  changed: number;
  missing: number;
  problem: string | null;
};

/**
 * Checks a source now, and also one that is paused or stopped: here, or in the process that checks sources at the
 * moment. Undefined if there is no such source. Throws the reason of `signal`; the check then remains requested.
 */
export async function checkSource(
  context: CheckContext,
  id: string,
  signal: AbortSignal,
): Promise<CheckResult | undefined> {
  let result: CheckResult | undefined;
  await checkSources(context, [id], signal, (_id, found) => {
    result = found;
  });
  return result;
}

/** The same for several sources; each is reported when its check has ended. Unknown ones are left out. */
export async function checkSources(
  context: CheckContext,
  ids: string[],
  signal: AbortSignal,
  report: (id: string, result: CheckResult) => void,
): Promise<void> {
  const { write, now } = context;
  const requestedAt = now();
  const waiting = new Set<string>();
  for (const id of ids) if (await requestCheck(write, id, requestedAt)) waiting.add(id);
  let end = performance.now() + MOST_MS;
  const settle = async (ids: Iterable<string>) => {
    for (const id of await listSettled(write, [...ids], requestedAt)) {
      if (!waiting.delete(id)) continue;
      report(id, await findResult(write, id));
      end = performance.now() + MOST_MS;
    }
  };
  const leases = openLeases(write);
  const finished = new AbortController();
  const stop = AbortSignal.any([signal, finished.signal]);
  const afterEach = async (id: string) => {
    await settle([id]);
    if (waiting.size === 0) finished.abort();
  };
  while (waiting.size > 0) {
    await leases.hold(CHECK_SOURCES, stop, (held) =>
      checkDue(context, held, { isOnlyRequested: true, afterEach }),
    );
    signal.throwIfAborted();
    await settle(waiting);
    if (waiting.size === 0) return;
    if (performance.now() > end) break;
    await wait(ASK_MS, undefined, { signal });
  }
  for (const id of waiting) report(id, unfinished);
}

const unfinished = { found: 0, new: 0, changed: 0, missing: 0, problem: 'The check has not finished yet' };

/** Those whose requested check has ended. */
async function listSettled(db: ReadDb, ids: string[], requestedAt: number): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('source_state')
    .select('source')
    .where('source', 'in', ids)
    .where((eb) => eb.or([eb('requestedAt', 'is', null), eb('requestedAt', '>', requestedAt)]))
    .execute();
  return rows.map(({ source }) => source);
}

async function findResult(db: ReadDb, id: string): Promise<CheckResult> {
  const check = await db
    .selectFrom('source_check')
    .select(['found', 'added', 'changed', 'missing', 'problem'])
    .where('source', '=', id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!check) return unfinished;
  const { added, ...rest } = check;
  return { ...rest, new: added };
}

/** Whether a source is due. `now` is UTC epoch milliseconds. */
export async function hasDueSources(db: ReadDb, now: number): Promise<boolean> {
  return (await findOldestDue(db, now)) !== undefined;
}

/**
 * Checks sources until none is due: at most four at once, and four more that an editor requests; one per host. Ends soon
 * after `signal` fires; a check that it interrupts counts as nothing and is repeated. Throws when the database
 * can't do its work.
 */
export function checkDueSources(context: CheckContext, signal: AbortSignal): Promise<void> {
  return checkDue(context, signal, { isOnlyRequested: false, afterEach: async () => undefined });
}

/** Requests of other processes are served, too: they have to wait for the lease. */
type Which = { isOnlyRequested: boolean; afterEach: (id: string) => Promise<void> };

type Due = { id: string; host: string; isRequested: boolean };

async function checkDue(
  context: CheckContext,
  signal: AbortSignal,
  { isOnlyRequested, afterEach }: Which,
): Promise<void> {
  const running = new Map<string, { isRequested: boolean; check: Promise<void> }>();
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  while (true) {
    // As it was before the query: what has finished since may still look due in its result.
    const busy = new Map([...running].map(([host, { isRequested }]) => [host, isRequested]));
    const due = stop.aborted ? undefined : await findDue(context.write, context.now(), busy, isOnlyRequested);
    if (due) {
      const check = checkOne(context, due.id, stop)
        .then(() => afterEach(due.id))
        .catch((error: unknown) => {
          if (!stop.aborted) failed.abort(error);
        })
        .finally(() => running.delete(due.host));
      running.set(due.host, { isRequested: due.isRequested, check });
    } else if (running.size > 0)
      await nextChange(
        [...running.values()].map(({ check }) => check),
        stop,
      );
    else if (busy.size === 0) break;
  }
  failed.signal.throwIfAborted();
}

/** When a check ends, or something else may have become due. */
async function nextChange(checks: Promise<void>[], stop: AbortSignal): Promise<void> {
  const done = new AbortController();
  const later = wait(ASK_MS, undefined, { signal: done.signal }).catch(() => undefined);
  await Promise.race(stop.aborted ? checks : [...checks, later]);
  done.abort();
}

/** The next source that is due, has a free slot, and whose host is not busy. `busy`: whether an editor requested that. */
async function findDue(
  db: ReadDb,
  now: number,
  busy: Map<string, boolean>,
  isOnlyRequested: boolean,
): Promise<Due | undefined> {
  const isFull = (isRequested: boolean) =>
    [...busy.values()].filter((one) => one === isRequested).length >= AT_ONCE;
  if (isFull(true) && isFull(false)) return undefined;
  const rows = await db
    .selectFrom('source_state')
    .innerJoin('source', 'source.id', 'source_state.source')
    .select(['source.id', 'address', 'requestedAt'])
    .where('nextAt', '<=', now)
    .$if(isOnlyRequested, (query) => query.where('requestedAt', 'is not', null))
    .orderBy((eb) => eb.case().when('requestedAt', 'is', null).then(1).else(0).end())
    .orderBy('nextAt')
    .limit(MOST_DUE)
    .execute();
  return rows
    .map(({ id, address, requestedAt }) => ({
      ...{ id, host: new URL(address).host, isRequested: requestedAt !== null },
    }))
    .find(({ host, isRequested }) => !busy.has(host) && !isFull(isRequested));
}

async function checkOne(context: CheckContext, id: string, signal: AbortSignal): Promise<void> {
  const checked = await findChecked(context.write, id);
  if (!checked) return;
  const report = await examineSource(context, checked, signal);
  signal.throwIfAborted();
  const found = await recordCheck(context, checked, report);
  countCheck(report.outcome);
  const { outcome, ms, added, changed, missing, problem } = report;
  const facts = { source: id, outcome, ms, found, added, changed, missing, problem };
  if (outcome === 'failed') context.log.warn(facts, 'a source could not be checked');
  else context.log.info(facts, 'source checked');
}

async function findChecked(db: ReadDb, id: string): Promise<CheckedSource | undefined> {
  const source = await findSourceRow(db, id);
  const state = await db
    .selectFrom('source_state')
    .select(['source', 'paused', 'stopped', 'nextAt', 'requestedAt', 'checkedAt', 'succeededAt', 'newAt'])
    .select(['failures', 'failingSince', 'problem', 'slow', 'emptiedAt', 'etag', 'modified', 'digest'])
    .select(['format', 'movedTo', 'movedTimes'])
    .where('source', '=', id)
    .executeTakeFirst();
  return source && state && { source, state };
}
