/** How thoroughly properties are tried: `npm test` saves time, `npm test -- --deep` tries everything. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The seed of a failed deep run is in its message. */
const SEED = 20_261_120;
const SHARE = 10;
const FEWEST = 3;

/** Folders that all other code reaches a database through. */
export const GROUND = ['app/platform/database', 'app/platform/postgres'];

export const isDeepRun = process.env.TESTS_DEEP === '1';
/** Set by `scripts/test.mjs`: folders in which files have changed, and changed files of the project's folder. */
const changed = process.env.TESTS_CHANGED_FOLDERS?.split('\n') ?? [];

/**
 * Whether the tests of a file (its `import.meta.url`) run whole: with `--deep`, and if its folder or one below it has
 * changed.
 */
export function isDeep(file: string): boolean {
  return isDeepIn(fileURLToPath(file));
}

/** The same for the path of a file. */
export function isDeepIn(path: string): boolean {
  return isDeepRun || hasChanged([dirname(path).slice(root.length)]);
}

/**
 * Whether the long tests of the file at this path run: as above, and if one of the folders that they cover has changed.
 */
export function runsLong(path: string, covered: string[]): boolean {
  return isDeepIn(path) || hasChanged(covered);
}

/** Whether files have changed in one of these folders, or below it, or one of these files of the project's folder. */
export function hasChanged(folders: string[]): boolean {
  return changed.some((each) => folders.some((folder) => each === folder || each.startsWith(`${folder}/`)));
}

/** All cases if it is deep, otherwise a tenth of them (or one of `share`), another one for each `turn`. */
export function someOf<Case>(file: string, cases: Case[], turn: number, share = SHARE): Case[] {
  return isDeep(file) ? cases : cases.filter((_, at) => at % share === turn % share);
}

/** For `fc.assert`: `whole` rounds with a new seed if it is deep, otherwise a tenth of them with a fixed seed. */
export function rounds(file: string, whole = 100): { numRuns: number; seed?: number } {
  return isDeep(file)
    ? { numRuns: whole }
    : { numRuns: Math.max(FEWEST, Math.ceil(whole / SHARE)), seed: SEED };
}
