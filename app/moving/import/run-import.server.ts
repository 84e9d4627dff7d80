/** Dry runs and imports. */
import { refused } from '#app/moving/formats/format.ts';
import { type Recognized, recognizeFile } from '#app/moving/formats/formats.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { PictureCopier } from './copy-pictures.server.ts';
import type { ImportRunReport } from './import-run.ts';
import { endImportWork, findImportRun, type ImportRun, updateImportRun } from './import-store.server.ts';
import { moveRecords, readAhead, type Step } from './read-records.server.ts';
import { type ImportRunContext, openPace, type Run } from './run.server.ts';
import { Scratch } from './scratch.server.ts';
import { Tally } from './tally.server.ts';

/** `unread`: no file could be read at all, and nothing happened. */
type ImportRunOutcome =
  | { kind: 'done' | 'stopped'; report: ImportRunReport }
  | { kind: 'unread'; problem: string };

/**
 * Does a dry run or an import. Records that were imported before are skipped, so it continues one that was stopped, and
 * doing it again changes nothing. Stops between two batches when the signal fires or `stopImport` was called. Throws
 * errors of the database and the file system; what was imported until then stays.
 */
export async function runImport(
  context: ImportRunContext,
  id: string,
  mode: 'dry-run' | 'import',
): Promise<ImportRunOutcome> {
  const { db, settings, isOwnAddress, now } = context;
  const moveIn = await findImportRun(db, id);
  if (!moveIn) throw new Error(`there is no import ${id}`);
  const isDry = mode === 'dry-run';
  const state = isDry ? 'reading' : 'importing';
  await updateImportRun(db, id, { state, trouble: null, startedAt: now, finishedAt: null, progress: null });
  await db.deleteFrom('move_in_problem').where('moveIn', '=', id).execute();
  const start = performance.now();
  const tally = new Tally();
  const scratch = new Scratch();
  const pace = openPace(context, { id, state, tally, scratch });
  const { options } = moveIn;
  const town = await findTown(db);
  const given = { db, settings, town, isOwnAddress, now, isDry };
  const shared = { ...given, moveIn: id, scratch, tally, signal: pace.signal };
  const copier = new PictureCopier({ ...shared, fetches: options.pictures === 'fetch' });
  const run = { ...shared, options, copier, label: moveIn.origin, kept: new Map() };
  try {
    const opened = await recognizeAll(run, moveIn);
    if (opened.problem !== undefined) {
      await endImportWork(db, id, state, { state: 'failed', trouble: opened.problem, finishedAt: now });
      return { kind: 'unread', problem: opened.problem };
    }
    await work(run, opened.files, pace);
    countPictures(run);
    await tally.flush(db, id);
    const report = tally.report(performance.now() - start);
    const isStopped = pace.signal.aborted;
    const { hashConfig, ...kept } = options;
    if (isStopped && context.resumes && context.signal.aborted) return { kind: 'stopped', report };
    await endImportWork(db, id, state, {
      state: isStopped ? 'stopped' : isDry ? 'ready' : 'done',
      ...(isStopped && isDry ? {} : { report: JSON.stringify(report) }),
      // Its signer key has done its work.
      ...(isStopped || isDry ? {} : { options: JSON.stringify(kept) }),
      finishedAt: now + Math.round(performance.now() - start),
    });
    return { kind: isStopped ? 'stopped' : 'done', report };
  } finally {
    copier.close();
    scratch.close();
  }
}

type Opened = { file: ImportRun['files'][number]; recognized: Recognized };

/** The files that can be read; the others are problems. `problem` if there are none. */
async function recognizeAll(
  run: Run,
  { files }: ImportRun,
): Promise<{ files: Opened[]; problem?: undefined } | { problem: string }> {
  const opened: Opened[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const recognized = await recognizeFile(file.path).catch((error) => ({ problem: readingProblem(error) }));
    if (!('problem' in recognized)) {
      opened.push({ file, recognized });
      continue;
    }
    problems.push(`${file.name}: ${recognized.problem}.`);
    const place = { file: file.name, record: '' };
    run.tally.note({ ...refused('unreadable', '', recognized.problem), place });
  }
  return opened.length > 0 ? { files: opened } : { problem: problems.join(' ') };
}

function readingProblem(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'There is no such file';
  if (error.code === 'EACCES') return 'There is no permission to read it';
  throw error;
}

async function work(run: Run, opened: Opened[], pace: ReturnType<typeof openPace>): Promise<void> {
  const files = opened.map(({ file }) => file);
  const packed = opened.filter(({ recognized }) => !['file', 'gzip'].includes(recognized.container));
  const step: Step = () => pace.step();
  // A dry run needs the totals and the order of pictures only for archives.
  const isAhead = !run.isDry || packed.length > 0;
  if (isAhead) pace.totals = await readAhead(run, files, packed.length > 0, step);
  for (const { file } of packed) if (!run.signal.aborted) await run.copier.copyEntries(file.path);
  if (!run.signal.aborted) await moveRecords(run, files, isAhead, step);
}

function countPictures({ tally, scratch }: Run): void {
  const counts = scratch.countPictures();
  for (const column of ['found', 'moved', 'skipped', 'refused'] as const)
    tally.count(column, 'pictures', counts[column]);
}

const SQLITE_BUSY = 5;

/** Statements and locks that took too long, and deadlocks (SQLSTATE). */
const TOO_LONG = new Set(['40001', '40P01', '55P03', '57014']);

/** What to do when the database was too busy for an import or an undo; undefined for all other errors. */
export function busyMessage(error: unknown): string | undefined {
  const { code = '', errcode = 0 } = (error ?? {}) as { code?: string; errcode?: number };
  const isLocked = code === 'ERR_SQLITE_ERROR' && (errcode & 0xff) === SQLITE_BUSY;
  return isLocked || TOO_LONG.has(code) ? BUSY : undefined;
}

const BUSY =
  'The database was busy for too long, perhaps with a backup or another import. What was done before stays. Start again to continue.';
