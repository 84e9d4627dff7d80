import { commandLine } from '#app/platform/command-line/command-line.ts';

/** The first migration of the first release. */
export const RELEASED = '0001-first-release';

/** The last migration from before the first release. A database that has it has the schema of `RELEASED`. */
export const UNRELEASED = '0024-account-names';

/** With which the databases of development versions begin. */
const EARLIER = ['0001-content', '0001-town'];

/** Thrown for a database or a backup of an earlier development version. */
export class UnreleasedDatabaseError extends Error {
  override name = 'UnreleasedDatabaseError';
}

/**
 * The names of the migrations as this version knows them: all those from before the first release count as its one.
 * Throws UnreleasedDatabaseError when only some of them have run.
 */
export function toReleasedNames(names: string[]): string[] {
  if (names.includes(UNRELEASED)) return [RELEASED];
  if (!EARLIER.some((name) => names.includes(name))) return names;
  throw new UnreleasedDatabaseError(
    `This town is from a development version of Belfry (its last change is ${names.at(-1)}) and can't be upgraded. Nothing was changed. Export its content with the version that it ran on: ${commandLine('export FOLDER')}. Then import it into a new town with this version: ${commandLine('import FOLDER/*.json')}`,
  );
}
