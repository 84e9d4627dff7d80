/** Imports, what is requested of them, and their problems. */
import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Selectable, Updateable } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  paginateWalking,
  readCursor,
} from '#app/platform/database/lists/paginate.server.ts';
import type { ImportProblemRow, ImportRunRow } from '#app/platform/database/tables/operation-tables.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import {
  filesSchema,
  type ImportFile,
  type ImportProgress,
  type ImportRunOptions,
  type ImportRunReport,
  optionsSchema,
  progressSchema,
  reportSchema,
} from './import-run.ts';

export type ImportRunState = ImportRunRow['state'];

type ImportWish = NonNullable<ImportRunRow['wanted']>;

/** Instants are UTC epoch milliseconds. `report` and `progress` are null until there is one. */
export type ImportRun = Omit<Selectable<ImportRunRow>, 'files' | 'options' | 'report' | 'progress'> & {
  files: ImportFile[];
  options: ImportRunOptions;
  report: ImportRunReport | null;
  progress: ImportProgress | null;
};

const columns = [
  ...(['id', 'state', 'wanted', 'createdAt', 'createdBy', 'origin', 'files', 'options', 'report'] as const),
  ...(['progress', 'startedAt', 'finishedAt', 'trouble', 'version'] as const),
];

/** States in which a process is at work, or will be. */
export const BUSY: readonly ImportRunState[] = ['reading', 'importing', 'undoing'];

/**
 * A new import, `waiting` for its dry run. `origin` is the system as people call it: 'Firebase'. With `id`, for files
 * that are in a folder of that name. Without `createdBy`, it is from the command line.
 */
export async function createImportRun(
  db: WriteDb,
  {
    id = randomUUID(),
    origin,
    files,
    options,
    createdBy = null,
    now,
  }: {
    id?: string;
    origin: string;
    files: ImportFile[];
    options: ImportRunOptions;
    createdBy?: string | null;
    now: number;
  },
): Promise<string> {
  const json = { files: JSON.stringify(files), options: JSON.stringify(options) };
  const row = { id, state: 'waiting', wanted: null, createdAt: now, createdBy, origin, ...json } as const;
  const unset = { report: null, progress: null, startedAt: null, finishedAt: null, trouble: null };
  await db
    .insertInto('move_in')
    .values({ ...row, ...unset })
    .execute();
  return id;
}

export async function findImportRun(db: ReadDb, id: string): Promise<ImportRun | undefined> {
  const row = await db.selectFrom('move_in').select(columns).where('id', '=', id).executeTakeFirst();
  return row && importTaskOf(row);
}

const newestFirst: ListOrder = { column: 'createdAt', direction: 'desc', kind: 'number' };

/** Newest first; `after` is the cursor `next` of the page before. With `closedAt`, without those that are open then. */
export async function listImportRuns(
  db: ReadDb,
  { after, limit, closedAt }: { after?: string | null; limit: number; closedAt?: number },
): Promise<Page<ImportRun>> {
  const query = db
    .selectFrom('move_in')
    .select(columns)
    .$if(closedAt !== undefined, (all) => all.where((eb) => eb.not(isOpen(eb, closedAt ?? 0))));
  const request = { limit, after: readCursor(after, newestFirst) };
  const { items, ...page } = await paginateWalking(query, newestFirst, request);
  return { ...page, items: items.map(importTaskOf) };
}

/** How long the files of an import are kept after it ended, or was created. */
export const KEPT_MS = 7 * DAY_MS;

/** States in which an import waits for someone. */
const WAITING: readonly ImportRunState[] = ['waiting', 'ready', 'stopped', 'failed'];

/** Whether an import runs, or waits for someone and still has its files. */
function isOpen(eb: ExpressionBuilder<Tables, 'move_in'>, now: number) {
  return eb.or([
    eb('wanted', 'is not', null),
    eb('state', 'in', [...BUSY]),
    eb.and([
      eb('state', 'in', [...WAITING]),
      eb(eb.fn.coalesce('finishedAt', 'createdAt'), '>', now - KEPT_MS),
    ]),
  ]);
}

/** The imports that run or wait for someone, newest first. */
export async function listOpenImportRuns(
  db: ReadDb,
  { now, limit }: { now: number; limit: number },
): Promise<ImportRun[]> {
  const rows = await db
    .selectFrom('move_in')
    .select(columns)
    .where((eb) => isOpen(eb, now))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(importTaskOf);
}

/** Those of these imports that have imported something: they can be undone, and not discarded. */
export async function findBegun(db: ReadDb, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('moved_item')
    .select('moveIn')
    .distinct()
    .where('moveIn', 'in', ids)
    .execute();
  return new Set(rows.map(({ moveIn }) => moveIn));
}

/** The oldest import of which something is requested: the next one for the job. */
export async function findWanted(
  db: ReadDb,
): Promise<{ id: string; wanted: ImportWish; version: number } | undefined> {
  const row = await db
    .selectFrom('move_in')
    .select(['id', 'wanted', 'version'])
    .where('wanted', 'is not', null)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, wanted: row.wanted as ImportWish };
}

/** The states in which each can be requested. An import is also the way to continue one that was stopped or failed. */
const ALLOWED: Record<ImportWish, readonly ImportRunState[]> = {
  'dry-run': ['waiting', 'ready', 'stopped', 'failed'],
  import: ['ready', 'stopped', 'failed', 'done', 'undone'],
  undo: ['done', 'stopped', 'failed'],
};

/**
 * Requests a dry run, an import or an undo, which the job `MOVE_IN_JOB` does. False where it can't be done in the
 * import's state, or something else is requested already. An import needs a report of a dry run.
 */
export async function requestImport(db: WriteDb, id: string, wanted: ImportWish): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('move_in')
    .set(({ eb }) => ({ wanted, trouble: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('wanted', 'is', null)
    .where('state', 'in', [...ALLOWED[wanted]])
    .$if(wanted === 'import', (query) => query.where('report', 'is not', null))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The name of the job, for a nudge. */
export const MOVE_IN_JOB = 'move-in';

/**
 * Stops what is requested or running, after the current batch; what was imported stays. False if nothing was. The
 * import is `stopped` at once, and the process that works on it notices that.
 */
export async function stopImport(db: WriteDb, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('move_in')
    .set(({ eb }) => ({ wanted: null, state: 'stopped', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('wanted', 'is not', null), eb('state', 'in', [...BUSY])]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Saves the options, also the choices, for the next dry run or import. False while one is requested or running. */
export async function saveImportOptions(
  db: WriteDb,
  id: string,
  options: ImportRunOptions,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('move_in')
    .set(({ eb }) => ({ options: JSON.stringify(options), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('wanted', 'is', null)
    .where('state', 'not in', [...BUSY])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes an import that has imported nothing ("Start over"); its files are the caller's. False otherwise. */
export async function removeImportRun(db: WriteDb, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('move_in')
    .where('id', '=', id)
    .where('wanted', 'is', null)
    .where('state', 'not in', [...BUSY])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('moved_item').select('key').where('moveIn', '=', id))),
    )
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Changes what the engine notes of its own work. */
export async function updateImportRun(
  db: WriteDb,
  id: string,
  changes: Updateable<ImportRunRow>,
): Promise<void> {
  await db.updateTable('move_in').set(changes).where('id', '=', id).execute();
}

/**
 * Notes how work ended that was in this state. If it was stopped meanwhile, something else may be requested already: then
 * only what it found out is stored.
 */
export async function endImportWork(
  db: WriteDb,
  id: string,
  state: ImportRunState,
  { state: next, finishedAt, ...facts }: Updateable<ImportRunRow>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('move_in')
    .set({ ...facts, state: next, finishedAt, wanted: null, progress: null })
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n && Object.keys(facts).length > 0) await updateImportRun(db, id, facts);
}

export type ImportProblem = Omit<Selectable<ImportProblemRow>, 'moveIn'>;

/** Problems in the order of the files; `number` of the last one is the next page's `after`. */
export async function listImportProblems(
  db: ReadDb,
  id: string,
  filter: {
    verdict?: ImportProblemRow['verdict'] | undefined;
    class?: string | undefined;
    after?: number | undefined;
    limit: number;
  },
): Promise<ImportProblem[]> {
  const { verdict, after = 0, limit } = filter;
  return db
    .selectFrom('move_in_problem')
    .select(['number', 'verdict', 'class', 'file', 'record', 'title', 'field', 'problem'])
    .where('moveIn', '=', id)
    .$if(verdict !== undefined, (query) => query.where('verdict', '=', verdict as ImportProblem['verdict']))
    .$if(filter.class !== undefined, (query) => query.where('class', '=', filter.class as string))
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
}

function importTaskOf(row: Selectable<ImportRunRow>): ImportRun {
  const { files, options, report, progress, ...rest } = row;
  return {
    ...rest,
    createdAt: Number(row.createdAt),
    startedAt: row.startedAt === null ? null : Number(row.startedAt),
    finishedAt: row.finishedAt === null ? null : Number(row.finishedAt),
    files: filesSchema.parse(JSON.parse(files)),
    options: optionsSchema.parse(JSON.parse(options)),
    report: report === null ? null : reportSchema.parse(JSON.parse(report)),
    progress: progress === null ? null : progressSchema.parse(JSON.parse(progress)),
  };
}
