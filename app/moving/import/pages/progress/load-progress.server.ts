import { BUSY, type ImportRun } from '#app/moving/import/import-store.server.ts';
import { phaseOf, recordWords } from '#app/moving/import/pages/import-words.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { formatTime } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';

const stepWords = {
  records: 'Articles, news, events, polls, businesses',
  accounts: 'Accounts',
  pictures: 'Pictures',
};

const workWords = { reading: 'Reading your files', importing: 'Importing', undoing: 'Undoing the import' };

/** How far the work on an import is. `total` is null where it is not known yet. */
export async function loadProgress(
  db: ReadDb,
  moveIn: ImportRun,
  { town, now }: { town: Town; now: number },
) {
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
