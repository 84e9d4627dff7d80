/** The migrations from before the first release. A database that has all of them has the schema of `RELEASED`. */
export const UNRELEASED = [
  '0001-content',
  '0002-accounts',
  '0003-revisions',
  '0004-list-segments',
  '0005-mail',
  '0006-proven-addresses',
  '0007-api-tokens',
  '0008-audit',
  '0009-backups',
  '0010-revision-notices',
  '0011-voting',
  '0012-identity-and-activity',
  '0013-event-states',
  '0014-search',
  '0016-feeds',
  '0017-search-words',
  '0018-feed-order',
];

/** The first migration of the first release. */
export const RELEASED = '0001-town';

/** Thrown for a database or a backup from a version between two releases. */
export class UnreleasedDatabaseError extends Error {
  override name = 'UnreleasedDatabaseError';
}

/**
 * The names of the migrations as this version knows them: all those from before the first release stand for its one.
 * Throws UnreleasedDatabaseError when only some of them have run.
 */
export function toReleasedNames(names: string[]): string[] {
  const missing = UNRELEASED.filter((name) => !names.includes(name));
  if (missing.length === UNRELEASED.length) return names;
  if (missing.length > 0)
    throw new UnreleasedDatabaseError(
      `The database was made by an unreleased version of Belfry (it lacks ${missing[0]}) and cannot be upgraded. Export its content with that version (npm run belfry -- export), then import it into a new database.`,
    );
  return [RELEASED, ...names.filter((name) => !UNRELEASED.includes(name))].sort();
}
