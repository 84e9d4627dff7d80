import type { WriteDb } from '#app/platform/database/handles.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import type { Town } from '#app/town/town.ts';
import type { PictureCopier } from './copy-pictures.server.ts';
import { type ImportProgress, type ImportRunOptions, itemKinds, type movedKinds } from './import-run.ts';
import type { ImportRunState } from './import-store.server.ts';
import type { Scratch } from './scratch.server.ts';
import type { Tally } from './tally.server.ts';

/** What a run needs from its process. `now` is UTC epoch milliseconds. */
export type ImportRunContext = {
  db: WriteDb;
  settings: Settings;
  /** Which paths are the site's own pages, so that nothing can be redirected from there. */
  isOwnAddress: (pathname: string) => boolean;
  now: number;
  signal: AbortSignal;
  /** What the signal stops is continued by the job: it stays requested. */
  resumes?: boolean;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
};

/** One dry run or import. `now` is UTC epoch milliseconds. `label` is the other system as people call it. */
export type Run = {
  db: WriteDb;
  settings: Settings;
  isOwnAddress: (pathname: string) => boolean;
  town: Town;
  now: number;
  isDry: boolean;
  moveIn: string;
  label: string;
  options: ImportRunOptions;
  tally: Tally;
  scratch: Scratch;
  copier: PictureCopier;
  /** What readers keep of each file between its two readings, by its path. */
  kept: Map<string, Map<string, unknown>>;
  signal: AbortSignal;
};

/** The name of the lock that makes two imports at the same moment take turns with their batches. */
export const MOVE_IN_LOCK = 'move-in';

/** The longest other writers wait for a batch, unless a single record takes longer. */
export const HOLD_MS = 80;

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
