/** Sources with how they are doing, their past checks, and what became of their items. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { SourceCheckRow, SourceRow } from '#app/platform/database/tables/tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { townDayOf } from '#app/platform/time/town-time.ts';
import { healthOf, type Source } from '#app/sources/source.ts';

/** The present, UTC epoch milliseconds, and the town's zone, for its days. */
export type SourceClock = { now: number; zone: string };

const WEEK_DAYS = 7;
/** How far back the usual rhythm of a source is looked at. */
const RHYTHM_DAYS = 90;

function selectSources(db: ReadDb) {
  return db
    .selectFrom('source')
    .innerJoin('source_state', 'source_state.source', 'source.id')
    .select(['id', 'address', 'name', 'feeds', 'trust', 'rank', 'zone', 'every', 'areas', 'severity', 'site'])
    .select(['version', 'createdAt', 'createdBy', 'paused', 'stopped', 'nextAt', 'checkedAt', 'succeededAt'])
    .select(['newAt', 'failures', 'failingSince', 'problem', 'slow', 'emptiedAt', 'format', 'movedTo'])
    .where('removedAt', 'is', null);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSources>['executeTakeFirstOrThrow']>>;

/** All sources that were not removed, by name. */
export async function listSources(db: ReadDb, clock: SourceClock): Promise<Source[]> {
  const rows = await selectSources(db).orderBy('name').orderBy('id').execute();
  const days = await listAddedDays(db, clock);
  return rows.map((row) => sourceOf(row, days.get(row.id) ?? [], clock));
}

/** The names of these sources, also of removed ones, sorted. */
export async function listSourceNames(
  db: ReadDb,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('source').select(['id', 'name']).where('id', 'in', ids).orderBy('name').execute();
}

/** Whether there is a source that was not removed. */
export async function hasSources(db: ReadDb): Promise<boolean> {
  const found = await db.selectFrom('source').select('id').where('removedAt', 'is', null).limit(1).execute();
  return found.length > 0;
}

/** Undefined for an unknown source and a removed one. */
export async function findSource(db: ReadDb, id: string, clock: SourceClock): Promise<Source | undefined> {
  const row = await selectSources(db).where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const days = await listAddedDays(db, clock, id);
  return sourceOf(row, days.get(id) ?? [], clock);
}

/** The sources with this id, name or address, as someone types it; several can have one name. */
export async function findSourcesNamed(db: ReadDb, typed: string, clock: SourceClock): Promise<Source[]> {
  const rows = await selectSources(db)
    .where((eb) => eb.or([eb('id', '=', typed), eb('name', '=', typed), eb('address', '=', typed)]))
    .orderBy('id')
    .execute();
  return rows.map((row) => sourceOf(row, [], clock));
}

/** A source as it is stored. Undefined for an unknown source and a removed one. */
export function findSourceRow(db: ReadDb, id: string): Promise<SourceRow | undefined> {
  return db
    .selectFrom('source')
    .select(['id', 'address', 'name', 'feeds', 'trust', 'rank', 'zone', 'every', 'areas', 'severity'])
    .select(['site', 'version'])
    .select(['createdAt', 'createdBy', 'removedAt', 'confirmedAt'])
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
}

/** When the oldest due check was due, UTC epoch milliseconds; undefined when none is due. */
export async function findOldestDue(db: ReadDb, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('source_state')
    .select('nextAt')
    .where('nextAt', '<=', now)
    .orderBy('nextAt')
    .limit(1)
    .executeTakeFirst();
  return row?.nextAt;
}

type AddedDay = { day: string; added: number };

/** By source, the days on which something new came, oldest first. */
async function listAddedDays(
  db: ReadDb,
  { now, zone }: SourceClock,
  id?: string,
): Promise<Map<string, AddedDay[]>> {
  const rows = await db
    .selectFrom('source_day')
    .select(['source', 'day', 'added'])
    .where('day', '>', townDayOf(now - RHYTHM_DAYS * DAY_MS, zone))
    .where('added', '>', 0)
    .$if(id !== undefined, (query) => query.where('source', '=', id as string))
    .orderBy('source')
    .orderBy('day')
    .execute();
  return Map.groupBy(rows, ({ source }) => source);
}

function sourceOf(row: Row, days: AddedDay[], { now, zone }: SourceClock): Source {
  const {
    paused,
    nextAt,
    checkedAt,
    succeededAt,
    newAt,
    failures,
    problem,
    slow,
    emptiedAt,
    movedTo,
    ...source
  } = row;
  const { stopped, createdAt } = source;
  const usualMs = usualSilenceOf(days.map(({ day }) => day));
  const isIrregular = source.feeds === 'notices';
  const facts = {
    ...{ paused, stopped, failures, problem, slow, emptiedAt, checkedAt, newAt, movedTo, usualMs },
    isIrregular,
  };
  const { health, message } = healthOf({ createdAt }, facts, now);
  const weekAgo = townDayOf(now - WEEK_DAYS * DAY_MS, zone);
  return {
    ...source,
    areas: JSON.parse(source.areas),
    state: health,
    message,
    newAddress: stopped === 'moved' || failures > 0 ? movedTo : null,
    lastCheckAt: checkedAt,
    lastSuccessAt: succeededAt,
    lastProblem: problem,
    nextCheckAt: paused === 0 && stopped === null ? nextAt : null,
    addedThisWeek: days.filter(({ day }) => day > weekAgo).reduce((sum, { added }) => sum + added, 0),
  };
}

/** The last checks of a source, newest first. */
export function listChecks(db: ReadDb, source: string, limit: number): Promise<SourceCheckRow[]> {
  return db
    .selectFrom('source_check')
    .select(['source', 'at', 'ms', 'outcome', 'problem', 'found', 'added', 'changed', 'missing'])
    .select(['title', 'collection', 'itemId'])
    .where('source', '=', source)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
}

/** What the town's days from `from` on ('2026-11-20') were like, oldest first; days without a check are left out. */
export function listSourceDays(
  db: ReadDb,
  source: string,
  from: string,
): Promise<{ day: string; checks: number; failed: number; added: number }[]> {
  return db
    .selectFrom('source_day')
    .select(['day', 'checks', 'failed', 'added'])
    .where('source', '=', source)
    .where('day', '>=', from)
    .orderBy('day')
    .execute();
}

/** Fewer days with something new show no rhythm. */
const FEWEST_DAYS = 5;
const SHORTEST_DAYS = 3;
/** A silence is unusual when it is this many times as long as the longest one before. */
const TIMES = 2;

/**
 * How long a source has to be silent before that is unusual, in milliseconds: twice its longest silence so far, at least
 * three days. `days` are the days ('2026-11-20') on which something new came, oldest first. Undefined for fewer than
 * five.
 */
export function usualSilenceOf(days: string[]): number | undefined {
  if (days.length < FEWEST_DAYS) return undefined;
  const instants = days.map((day) => Date.parse(day));
  const silences = instants.slice(1).map((instant, index) => instant - (instants[index] as number));
  return TIMES * Math.max(...silences, (SHORTEST_DAYS / TIMES) * DAY_MS);
}
