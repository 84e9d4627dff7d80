/** How far a run is: tells it to the page and the terminal, and notices when it is to stop. */
import { type ImportProgress, itemKinds, type movedKinds } from './import-run.ts';
import type { ImportRunState } from './import-store.server.ts';
import type { ImportRunContext } from './run.ts';
import type { Scratch } from './scratch.server.ts';
import type { Tally } from './tally.server.ts';

const PROGRESS_MS = 1000;

/** How many records there are; accounts in several files count once. */
export type Totals = { records: number; accounts: number };

export type Pace = {
  /** Fires when the run is to stop. */
  signal: AbortSignal;
  /** Set when the files have been read once. */
  totals: Totals | undefined;
  /** To be called between two batches: stores problems and progress once a second. */
  step: () => Promise<void>;
};

type Paced = { id: string; state: ImportRunState; tally: Tally; scratch?: Scratch };

export function openPace(
  { db, now, signal, onProgress }: ImportRunContext,
  { id, state, tally, scratch }: Paced,
): Pace {
  const stopping = new AbortController();
  const start = performance.now();
  let last = start;
  const pace: Pace = {
    signal: AbortSignal.any([signal, stopping.signal]),
    totals: undefined,
    async step() {
      if (performance.now() - last < PROGRESS_MS) return;
      last = performance.now();
      await tally.flush(db, id);
      const progress = progressOf(tally, scratch, pace.totals, now + Math.round(last - start));
      onProgress?.(progress);
      const { numUpdatedRows } = await db
        .updateTable('move_in')
        .set({ progress: JSON.stringify(progress) })
        .where('id', '=', id)
        .where('state', '=', state)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) stopping.abort();
    },
  };
  return pace;
}

function progressOf(
  tally: Tally,
  scratch: Scratch | undefined,
  totals: Totals | undefined,
  at: number,
): ImportProgress {
  const columns = ['moved', 'skipped', 'refused', 'undone'] as const;
  const doneOf = (kinds: readonly (typeof movedKinds)[number][]) =>
    kinds.reduce((sum, kind) => sum + columns.reduce((all, column) => all + tally.of(column, kind), 0), 0);
  const pictures = scratch?.countPictures() ?? { found: 0, moved: 0, skipped: 0, refused: 0 };
  return {
    steps: [
      {
        step: 'records',
        done: doneOf([...itemKinds, 'subscribers', 'sources']),
        total: totals?.records ?? null,
      },
      { step: 'accounts', done: doneOf(['users']), total: totals?.accounts ?? null },
      {
        step: 'pictures',
        done: pictures.moved + pictures.skipped + pictures.refused,
        total: totals ? pictures.found : null,
      },
    ],
    at,
  };
}
