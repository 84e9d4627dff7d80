import { data } from 'react-router';
import { findImportRun, type ImportRun } from '#app/moving/import/import-store.server.ts';
import { countBrought } from '#app/moving/import/pages/progress/count-brought.server.ts';
import { loadDone } from '#app/moving/import/pages/progress/load-done.server.ts';
import { loadProblemList } from '#app/moving/import/pages/progress/load-problems.server.ts';
import { loadProgress } from '#app/moving/import/pages/progress/load-progress.server.ts';
import { loadReport } from '#app/moving/import/pages/progress/load-report.server.ts';
import type { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatShortDate, formatTime } from '#app/platform/time/town-time.ts';
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
    siteTitle: town.title,
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
