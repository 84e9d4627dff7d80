import {
  BUSY,
  findBegun,
  type ImportRun,
  listOpenImportRuns,
} from '#app/moving/import/import-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatShortDate, formatTime, type TownClock, townDayOf } from '#app/platform/time/town-time.ts';
import { type Phase, phaseOf, recordsIn, recordWords } from './import-words.ts';
import { tableOf } from './load-columns.server.ts';

/** An import that runs or waits for someone, as the first page shows it. `discard` is where that is asked for. */
export type OpenImport = {
  path: string;
  origin: string;
  state: string;
  files: string;
  isRunning: boolean;
  discard: string | null;
};

type At = { town: TownClock; now: number };

const MOST = 50;

/** The newest imports that run or wait for someone. */
export async function loadOpenImports(db: ReadDb, at: At): Promise<OpenImport[]> {
  const imports = await listOpenImportRuns(db, { now: at.now, limit: MOST });
  const begun = await findBegun(
    db,
    imports.map(({ id }) => id),
  );
  return imports.map((each) => openImportOf(each, !begun.has(each.id), at));
}

function openImportOf(moveIn: ImportRun, isEmpty: boolean, at: At): OpenImport {
  const { id, origin, files } = moveIn;
  const phase = phaseOf(moveIn);
  const path = `/admin/move-in/${id}`;
  const names = files.map(({ name }) => name).join(', ');
  const isRunning = BUSY.includes(phase);
  return {
    path: phase === 'waiting' && tableOf(moveIn) ? `${path}/mapping` : path,
    origin,
    state: stateWords(moveIn, phase, at),
    files: names === origin ? '' : names,
    isRunning,
    discard: isEmpty && !isRunning ? `${path}/discard` : null,
  };
}

function stateWords(moveIn: ImportRun, phase: Phase, { town, now }: At): string {
  const { progress, report, createdAt } = moveIn;
  const number = new Intl.NumberFormat(town.locale);
  const since = sinceWords(moveIn.finishedAt ?? createdAt, { town, now });
  const steps = progress?.steps ?? [];
  const done = steps.reduce((sum, step) => sum + step.done, 0);
  const total = steps.reduce((sum, step) => sum + (step.total ?? 0), 0);
  const amount = total > 0 ? `: ${number.format(done)} of ${recordWords(Math.max(total, done), number)}` : '';
  const ready = recordWords(recordsIn(report?.moved ?? {}), number);
  const words: Partial<Record<Phase, string>> = {
    reading: 'Dry run is running',
    importing: `Importing${amount}`,
    undoing: `Undoing${amount}`,
    ready: `Ready to import: ${ready} (checked ${since})`,
    waiting: tableOf(moveIn) ? 'Waiting for its columns' : 'Not started yet',
    stopped: `Stopped ${since}`,
    failed: `Failed ${since}`,
  };
  return words[phase] ?? '';
}

/** 'at 7:04 AM' today, 'on Nov 20, 2026, 7:04 AM' before. */
function sinceWords(instant: number, { town, now }: At): string {
  const isToday = townDayOf(instant, town.timeZone) === townDayOf(now, town.timeZone);
  const time = formatTime(instant, town);
  return isToday ? `at ${time}` : `on ${formatShortDate(instant, town)}, ${time}`;
}
