import { data } from 'react-router';
import { BUSY, findImportRun, type ImportRun } from '#app/moving/import/import-store.server.ts';
import { loadProblemList } from '#app/moving/import/pages/progress/load-problems.server.ts';
import { countBrought, loadDone, loadReport } from '#app/moving/import/pages/progress/load-report.server.ts';
import type { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { formatShortDate, formatTime } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import { type Phase, phaseOf, pictureWords, recordsIn, recordWords } from './import-words.ts';
import { tableOf } from './load-columns.server.ts';

const ID = /^[0-9a-z-]{1,36}$/;

/** The import of the address; undefined if there is none. */
export function findByAddress(db: ReadDb, id: string | undefined): Promise<ImportRun | undefined> {
  return id && ID.test(id) ? findImportRun(db, id) : Promise.resolve(undefined);
}

/** The same; throws a 404 if there is none. */
export async function requireImportRun(db: ReadDb, id: string | undefined): Promise<ImportRun> {
  const moveIn = await findByAddress(db, id);
  if (!moveIn) throw data(null, { status: 404 });
  return moveIn;
}

type RequestContext = ReturnType<typeof readContext>;

/** What the page of an import shows: its progress, its report, its outcome or its trouble. */
export async function loadImport(requestContext: RequestContext, moveIn: ImportRun, query: URLSearchParams) {
  const { town, read } = requestContext;
  const phase = phaseOf(moveIn);
  const head = {
    id: moveIn.id,
    from: `From ${moveIn.origin}`,
    isLate: query.has('late'),
    hasTable: tableOf(moveIn) !== undefined,
  };
  if (isAtWork(phase))
    return { kind: 'progress' as const, ...head, ...(await loadProgress(read, moveIn, requestContext)) };
  const list = await loadProblemList(read, moveIn, { town, query });
  if (list) return { kind: 'list' as const, ...head, ...list };
  if (phase === 'ready')
    return { kind: 'report' as const, ...head, ...(await loadReport(requestContext, moveIn)) };
  if (phase === 'done' || phase === 'undone')
    return { kind: phase, ...head, ...(await loadDone(requestContext, moveIn)) };
  return { kind: 'stopped' as const, ...head, ...(await loadStopped(moveIn, requestContext)) };
}

function isAtWork(phase: Phase): boolean {
  return phase === 'reading' || phase === 'importing' || phase === 'undoing';
}

/** An import that was stopped, has failed, or has not begun. */
async function loadStopped(moveIn: ImportRun, { read, town }: RequestContext) {
  const { state, trouble, report, finishedAt, createdAt } = moveIn;
  const number = new Intl.NumberFormat(town.locale);
  const isImport = report !== null;
  const isUndo = report?.undone !== undefined;
  const counts = await countBrought(read, moveIn.id);
  const brought = recordsIn(counts);
  const pictures = pictureWords(counts, number);
  const at = finishedAt ?? createdAt;
  return {
    state,
    trouble,
    isImport,
    isUndo,
    when: `${formatShortDate(at, town)}, ${formatTime(at, town)}`,
    brought:
      brought > 0 || pictures
        ? [
            ...(brought > 0
              ? [broughtWords(brought, Math.max(recordsIn(report?.moved ?? {}), brought), number)]
              : []),
            ...(pictures ? [`${pictures} ${counts.pictures === 1 ? 'was' : 'were'} copied.`] : []),
          ].join(' ')
        : null,
  };
}

/** '490 of 11,990 records are on the site now. 11,500 are left.' */
function broughtWords(brought: number, wanted: number, number: Intl.NumberFormat): string {
  const left = wanted - brought;
  const isOrAre = (count: number) => (count === 1 ? 'is' : 'are');
  const here = `${number.format(brought)} of ${recordWords(wanted, number)} ${isOrAre(brought)} on the site now.`;
  return left === 0 ? here : `${here} ${number.format(left)} ${isOrAre(left)} left.`;
}

export type ImportRunPage = Awaited<ReturnType<typeof loadImport>>;
export type StoppedPage = Extract<ImportRunPage, { kind: 'stopped' }>;

const stepWords = {
  records: 'Articles, news, events, polls, businesses',
  accounts: 'Accounts',
  pictures: 'Pictures',
};

const workWords = { reading: 'Reading your files', importing: 'Importing', undoing: 'Undoing the import' };

/** How far the work on an import is. `total` is null where it is not known yet. */
async function loadProgress(db: ReadDb, moveIn: ImportRun, { town, now }: { town: Town; now: number }) {
  const number = new Intl.NumberFormat(town.locale);
  const phase = phaseOf(moveIn) as keyof typeof workWords;
  const isWaiting = !BUSY.includes(moveIn.state);
  const begun = (moveIn.progress?.steps ?? []).filter(({ done, total }) => done > 0 || (total ?? 0) > 0);
  const steps = (isWaiting ? [] : begun).map(({ step, done, total }) => ({
    label: phase === 'reading' && step === 'records' ? 'Records' : stepWords[step],
    done,
    total,
    words:
      total === null
        ? number.format(done)
        : `${number.format(done)} of ${number.format(Math.max(total, done))}`,
  }));
  const done = steps.reduce((sum, step) => sum + step.done, 0);
  const total = steps.every((step) => step.total !== null)
    ? steps.reduce((sum, step) => sum + (step.total ?? 0), 0)
    : null;
  return {
    refreshSeconds: 5,
    phase,
    steps,
    when: moveIn.startedAt && !isWaiting ? `Started at ${formatTime(moveIn.startedAt, town)}.` : '',
    heading: headingOf({ phase, isWaiting, done, total }, number),
    note: isWaiting ? await waitingNote(db) : leftWords({ done, total, startedAt: moveIn.startedAt, now }),
  };
}

type Amount = { done: number; total: number | null };

function headingOf(
  { phase, isWaiting, done, total }: Amount & { phase: keyof typeof workWords; isWaiting: boolean },
  number: Intl.NumberFormat,
): string {
  if (isWaiting) return 'Waiting to start';
  if (done === 0 && !total) return workWords[phase];
  if (total === null) return `${workWords[phase]}: ${recordWords(done, number)} so far`;
  return `${number.format(done)} of ${recordWords(Math.max(total, done), number)}`;
}

async function waitingNote(db: ReadDb): Promise<string> {
  const other = await db
    .selectFrom('move_in')
    .select('id')
    .where('state', 'in', [...BUSY])
    .limit(1)
    .executeTakeFirst();
  return other
    ? 'Another import is running. This one starts when it is done.'
    : 'It starts within a few seconds.';
}

/** From the speed so far; nothing in the first seconds. */
function leftWords({
  done,
  total,
  startedAt,
  now,
}: Amount & { startedAt: number | null; now: number }): string {
  if (!total || done < total / 50 || startedAt === null || now - startedAt < 5000) return '';
  const minutes = Math.ceil((((now - startedAt) / done) * (total - done)) / MINUTE_MS);
  return minutes <= 1 ? 'About 1 minute left.' : `About ${minutes} minutes left.`;
}
