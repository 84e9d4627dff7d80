/** Writes down how a check of a source went, and when the next one is due. */
import type { Updateable } from 'kysely';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { SourceStateRow } from '#app/platform/database/tables/tables.ts';
import { heldFor, inTransaction } from '#app/platform/database/transaction.ts';
import { DAY_MS, HOUR_MS } from '#app/platform/time/durations.ts';
import { townDayOf } from '#app/platform/time/town-time.ts';
import { FAILING_AFTER } from '#app/sources/source.ts';
import { freeAddress, NEVER } from '#app/sources/source-store.server.ts';
import { HOPELESS_MS, nextCheckAt, nextTryAt } from './check-times.ts';
import { forgetWaiting } from './forget-waiting.server.ts';
import type { CheckContext, CheckedSource, CheckReport } from './source-check.ts';

/** A check that took longer is shown as slow. */
const SLOW_MS = 10_000;
/** Permanent redirects change the address after this many in a row. */
const CONFIRMED_AFTER = 3;
const KEPT_CHECKS = 50;
const KEPT_DAYS = 400;

type Recording = Pick<CheckContext, 'write' | 'town' | 'now'>;

/**
 * Records a check in one transaction and returns how many items the source lists, which an unchanged document does not
 * say again. A source that an editor changed or removed meanwhile is checked again in its new state.
 */
export function recordCheck(
  { write, town, now }: Recording,
  { source, state }: CheckedSource,
  report: CheckReport,
): Promise<number> {
  const at = now();
  return inTransaction(write, async (db) => {
    const found = isUnread(report) ? await findLastFound(db, source.id) : report.found;
    await addCheck(db, source.id, at, { ...report, found });
    await countDay(db, source.id, townDayOf(at, town.timeZone), report);
    await forgetOld(db, source.id, townDayOf(at - KEPT_DAYS * DAY_MS, town.timeZone));
    const current = await db
      .selectFrom('source')
      .select(['version', 'removedAt', 'confirmedAt', 'site'])
      .where('id', '=', source.id)
      .modifyEnd(heldFor(db, 'update', 'source'))
      .executeTakeFirst();
    if (current?.removedAt != null) await forgetWaiting(db, source.id);
    if (current?.version !== source.version) return found;
    const next = stateAfter({ source, state }, report, at);
    await db
      .updateTable('source_state')
      .set((eb) => ({
        ...next,
        nextAt: eb.case().when('paused', '=', 1).then(NEVER).else(next.nextAt).end(),
        requestedAt: eb
          .case()
          .when('requestedAt', '<=', state.requestedAt ?? 0)
          .then(null)
          .else(eb.ref('requestedAt'))
          .end(),
      }))
      .where('source', '=', source.id)
      .execute();
    await confirm(db, { source, state }, report, { ...current, at });
    return found;
  });
}

type Success = Extract<CheckReport, { outcome: 'new' | 'same' }>;

function isSuccess(report: CheckReport): report is Success {
  return report.outcome === 'new' || report.outcome === 'same';
}

/** The document is the same as before, so it was not read. */
function isUnread(report: CheckReport): boolean {
  return isSuccess(report) && report.imported === undefined;
}

async function findLastFound(db: WriteDb, source: string): Promise<number> {
  const last = await db
    .selectFrom('source_check')
    .select('found')
    .where('source', '=', source)
    .where('outcome', 'in', ['new', 'same'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.found ?? 0;
}

async function addCheck(db: WriteDb, source: string, at: number, report: CheckReport): Promise<void> {
  const { ms, outcome, problem, found, added, changed, missing } = report;
  const { title = null, collection = null, itemId = null } = (isSuccess(report) && report.first) || {};
  const check = { ms, outcome, problem, found, added, changed, missing, title, collection, itemId };
  await db
    .insertInto('source_check')
    .values({ source, at, ...check })
    .onConflict((conflict) => conflict.columns(['source', 'at']).doUpdateSet(check))
    .execute();
}

async function countDay(db: WriteDb, source: string, day: string, report: CheckReport): Promise<void> {
  const failed = report.outcome === 'failed' ? 1 : 0;
  const { added } = report;
  await db
    .insertInto('source_day')
    .values({ source, day, checks: 1, failed, added })
    .onConflict((conflict) =>
      conflict.columns(['source', 'day']).doUpdateSet((eb) => ({
        checks: eb('source_day.checks', '+', 1),
        failed: eb('source_day.failed', '+', failed),
        added: eb('source_day.added', '+', added),
      })),
    )
    .execute();
}

async function forgetOld(db: WriteDb, source: string, firstDay: string): Promise<void> {
  const kept = await db
    .selectFrom('source_check')
    .select('at')
    .where('source', '=', source)
    .orderBy('at', 'desc')
    .limit(KEPT_CHECKS)
    .execute();
  const oldest = kept.at(-1)?.at ?? 0;
  await db.deleteFrom('source_check').where('source', '=', source).where('at', '<', oldest).execute();
  await db.deleteFrom('source_day').where('source', '=', source).where('day', '<', firstDay).execute();
}

type NextState = Updateable<SourceStateRow> & { nextAt: number };

function stateAfter(checked: CheckedSource, report: CheckReport, now: number): NextState {
  if (isSuccess(report)) return stateAfterSuccess(checked, report, now);
  const { source, state } = checked;
  const lastGood = state.succeededAt ?? source.createdAt;
  if (report.outcome === 'failed' || now - lastGood >= HOPELESS_MS)
    return stateAfterFailure(checked, report, now);
  return {
    ...{ checkedAt: now, slow: 1, problem: report.problem },
    nextAt:
      state.stopped === null ? nextCheckAt({ ...report, every: source.every, now }, Math.random()) : NEVER,
  };
}

function stateAfterSuccess({ source, state }: CheckedSource, report: Success, now: number): NextState {
  const { movedTo, imported, validators, added, problem, ms, waitMs } = report;
  const isConfirmed = movedTo !== null && movedTo === state.movedTo;
  const emptiedAt = imported?.isEmptied ? (state.emptiedAt ?? now) : null;
  return {
    ...{ checkedAt: now, succeededAt: now, failures: 0, failingSince: null, stopped: null, problem },
    ...{ movedTo, movedTimes: movedTo === null ? 0 : isConfirmed ? state.movedTimes + 1 : 1 },
    ...(added > 0 && { newAt: now }),
    ...(imported && { format: imported.format, emptiedAt }),
    ...validators,
    slow: ms > SLOW_MS ? 1 : 0,
    nextAt: nextCheckAt({ now, every: source.every, waitMs }, Math.random()),
  };
}

function stateAfterFailure(
  { state }: CheckedSource,
  report: Exclude<CheckReport, Success>,
  now: number,
): NextState {
  const failures = state.failures + 1;
  const failingSince = state.failingSince ?? now;
  const isHopeless = failures >= FAILING_AFTER && now - failingSince >= HOPELESS_MS;
  const found = report.outcome === 'failed' ? report : undefined;
  const stopped = found?.stopped ?? state.stopped ?? (isHopeless ? 'failing' : null);
  const nextAt = Math.max(nextTryAt(now, failures, Math.random()), now + report.waitMs);
  return {
    ...{ checkedAt: now, failures, failingSince, stopped, slow: 0, problem: report.problem },
    ...{ movedTo: found?.movedTo ?? (stopped === 'moved' ? state.movedTo : null), movedTimes: 0 },
    nextAt: stopped === null ? nextAt : NEVER,
  };
}

/** What readers see of a successful check. Their pages are rendered again for it at most once an hour. */
async function confirm(
  db: WriteDb,
  { source, state }: CheckedSource,
  report: CheckReport,
  current: { version: number; confirmedAt: number | null; site: string | null; at: number },
): Promise<void> {
  if (!isSuccess(report)) return;
  const isEmptied = report.imported ? report.imported.isEmptied : state.emptiedAt !== null;
  const confirmedAt = isEmptied ? current.confirmedAt : Math.floor(current.at / HOUR_MS) * HOUR_MS;
  const site = report.imported?.site ?? current.site;
  if (confirmedAt !== current.confirmedAt || site !== current.site)
    await db.updateTable('source').set({ confirmedAt, site }).where('id', '=', source.id).execute();
  const { movedTo } = report;
  if (movedTo === null || movedTo !== state.movedTo || state.movedTimes + 1 < CONFIRMED_AFTER) return;
  if ((await freeAddress(db, movedTo, source.id)) !== undefined) return;
  const moved = { address: movedTo, version: current.version + 1 };
  await db.updateTable('source').set(moved).where('id', '=', source.id).execute();
  await db
    .updateTable('source_state')
    .set({ movedTo: null, movedTimes: 0 })
    .where('source', '=', source.id)
    .execute();
}
