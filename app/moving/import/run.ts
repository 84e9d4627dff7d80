import type { WriteDb } from '#app/platform/database/handles.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import type { Town } from '#app/town/town.ts';
import type { PictureCopier } from './copy-pictures.server.ts';
import type { ImportProgress, ImportRunOptions } from './import-run.ts';
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
