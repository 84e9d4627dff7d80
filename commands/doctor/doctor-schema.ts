import { searchSources } from '#app/collections.server.ts';
import { listDisabledAccounts } from '#app/people/accounts/disabled-accounts.server.ts';
import {
  findAdministrator,
  findReplaced,
  isFormerAddress,
} from '#app/people/administrator/administrator-address.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { findFrozenAt } from '#app/platform/database/frozen-since.server.ts';
import type { Database, ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { listPendingMigrations, refuseNewer } from '#app/platform/database/migrate-database.server.ts';
import { isBucketError } from '#app/platform/media/bucket-files.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { compareFiles, readIntact } from '#app/platform/media/picture-files.server.ts';
import { isDocumentFile } from '#app/platform/media/stored-name.ts';
import { countStaleItems } from '#app/platform/search-index/index-items.server.ts';
import { countIndexFaults } from '#app/platform/search-index/rebuild-index.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { listMissingNames } from '#app/town/town-names.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { explainError } from '../../server/explain-error.ts';
import { openWritability } from '../../server/writability.ts';
import { countEarlierHosts } from '../repair-links.ts';
import { checkBackupRuns } from './doctor-backup.ts';
import { type Finding, ok, problem, warning } from './doctor-finding.ts';
import { checkLatest } from './doctor-surroundings.ts';

/** Whether the schema is this version's, and the last save is not in the future. Closes the database. */
export async function* checkSchema(
  open: () => Database,
  settings: Settings,
  now: number,
): AsyncGenerator<Finding> {
  let database: Database | undefined;
  try {
    database = open();
    await refuseNewer(database);
    const pending = await listPendingMigrations(database);
    yield pending.length === 0
      ? ok('schema', 'The database is up to date')
      : problem('schema', `The database is older than this version. Run: ${commandLine('migrate')}`);
    const clock = pending.length === 0 ? checkLatest(await findLatest(database), now) : undefined;
    if (clock) yield clock;
    if (pending.length === 0) yield* checkContents(database, settings, now);
  } catch (error) {
    yield problem('database', explainError(error));
  } finally {
    await database?.close();
  }
}

async function* checkContents(database: Database, settings: Settings, now: number): AsyncGenerator<Finding> {
  yield await checkIndex(database);
  yield (await openWritability(database.write)())
    ? ok('database-writes', 'The database accepts writes')
    : problem(
        'database-writes',
        'The database does not accept writes, so nothing can be saved. Free some space (df -h). If there is enough space, check dmesg',
      );
  yield* checkFrozen(database.read);
  yield* checkBackupRuns(database.read, settings.backupBucket);
  yield* checkMedia(database.read, settings, now);
  yield* checkNames(database.read, settings.production);
  yield* checkAdministrator(database.read, settings);
  yield* checkLinks(database.read);
  yield* checkDisabled(database.read);
}

async function* checkDisabled(db: ReadDb): AsyncGenerator<Finding> {
  const { length } = await listDisabledAccounts(db);
  if (length === 0) return;
  yield ok(
    'disabled-accounts',
    `${length === 1 ? '1 account is' : `${length} accounts are`} disabled: nobody can log in to ${length === 1 ? 'it' : 'them'}. To see the list, run: ${commandLine('admin disabled')}`,
  );
}

async function* checkNames(db: ReadDb, production: boolean): AsyncGenerator<Finding> {
  const missing = listMissingNames(await findTown(db), production);
  if (missing.length === 0) return;
  yield warning(
    'town-names',
    `The site's ${new Intl.ListFormat('en-US').format(missing)} ${missing.length === 1 ? 'is' : 'are'} not set yet. Set ${missing.length === 1 ? 'it' : 'them'} in Settings`,
  );
}

/** Whether the environment names another administrator who is not confirmed yet. */
async function* checkAdministrator(db: ReadDb, settings: Settings): AsyncGenerator<Finding> {
  const { adminEmail } = settings;
  if (adminEmail && (await isFormerAddress(db, adminEmail))) {
    const present = (await findAdministrator(db, settings))?.email ?? 'no one at the moment';
    yield warning(
      'administrator',
      `BELFRY_ADMIN_EMAIL names ${adminEmail}, who handed the administrator's role over, so it has no effect. The administrator is ${present}. Set BELFRY_ADMIN_EMAIL to that address, or remove it`,
    );
    return;
  }
  const replaced = adminEmail && (await findReplaced(db, adminEmail));
  if (!replaced) return;
  yield warning(
    'administrator',
    `BELFRY_ADMIN_EMAIL names ${adminEmail}, so ${replaced} has lost the role of administrator. To confirm the change, run: ${commandLine(`admin create ${adminEmail} --replace`)}. To undo it, set BELFRY_ADMIN_EMAIL=${replaced} and restart the site`,
  );
}

/** Whether search finds everything public, and nothing else. */
async function checkIndex({ read }: Database): Promise<Finding> {
  const faults = await countIndexFaults(read, searchSources);
  const stale = faults === 0 ? await countStaleItems(read) : 0;
  if (stale > 0)
    return warning(
      'search-index',
      `The search index is not up to date yet (${stale} ${stale === 1 ? 'item is' : 'items are'} left). The site updates it automatically while it runs`,
    );
  if (faults === 0) return ok('search-index', 'The search index is complete');
  return problem(
    'search-index',
    `The search index is wrong (${faults} ${faults === 1 ? 'item' : 'items'}). Run: ${commandLine('doctor --rebuild-search')}`,
  );
}

/** The time of the last entry in the activity log, in UTC epoch milliseconds; 0 without any. */
async function findLatest({ read }: Database): Promise<number> {
  const row = await read
    .selectFrom('audit_entry')
    .select('at')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(row?.at ?? 0);
}

/**
 * Items whose link is the address of their own page at another host, as after an import from an earlier address. Links
 * that were written here are stored as paths and follow the site's address.
 */
async function* checkLinks(db: ReadDb): AsyncGenerator<Finding> {
  const counts = await countEarlierHosts((db as WriteDb).withoutPlugins());
  if (counts.size === 0) yield ok('links', 'Links to this site work at its current address');
  for (const [host, count] of counts)
    yield warning(
      'links',
      `${count} ${count === 1 ? 'item points' : 'items point'} to ${host} for ${count === 1 ? 'its' : 'their'} own page. If that is an earlier address of this site, run: ${commandLine('doctor --repair-links')}`,
    );
}

/** Says that nothing can be changed on the site, and since when. */
async function* checkFrozen(db: ReadDb): AsyncGenerator<Finding> {
  const since = await findFrozenAt(db);
  if (since !== undefined)
    yield warning(
      'frozen',
      `The site has been frozen since ${new Date(since).toISOString().slice(0, 10)}: nothing can be changed, and nothing is sent. To undo this, run: ${commandLine('freeze --undo')}`,
    );
}

/** How many files a finding names. */
const NAMED = 3;
/** Younger files that are not in the library may belong to an upload that is not finished. */
const UNFINISHED_MS = HOUR_MS;

/** Whether every picture and document has its files, as they were stored, and there are no others (F10). */
async function* checkMedia(db: ReadDb, settings: Settings, now: number): AsyncGenerator<Finding> {
  const files = openMediaFiles(settings);
  const tallies = { pictures: openTallies('picture'), documents: openTallies('document') };
  // A bucket compares what it stores with checksums of its own; reading all of it over the network would take hours.
  const isIntact = async (row: Parameters<typeof readIntact>[1]) =>
    settings.mediaBucket !== undefined || typeof (await readIntact(files, row)) === 'object';
  try {
    for await (const difference of compareFiles(db, files, isIntact))
      if (difference.kind !== 'orphaned' || difference.file.changedAt < now - UNFINISHED_MS)
        tallies[isDocumentFile(difference.name) ? 'documents' : 'pictures'][difference.kind].note(
          difference.name,
        );
  } catch (error) {
    if (!isBucketError(error)) throw error;
    yield problem(
      'media-bucket',
      `${error.message}. Check the host, the name, the key and the region in MEDIA_URL`,
    );
    return;
  }
  yield* describeFiles('picture', tallies.pictures);
  yield* describeFiles('document', tallies.documents);
}

type FileKind = 'picture' | 'document';

function* describeFiles(
  kind: FileKind,
  { missing, altered, orphaned }: ReturnType<typeof openTallies>,
): Generator<Finding> {
  const advice = `Restore a backup, or upload the ${kind}s again`;
  if (missing.count > 0) yield problem(`missing-${kind}s`, `${missing.words()} missing. ${advice}`);
  if (altered.count > 0) yield problem(`damaged-${kind}s`, `${altered.words()} damaged. ${advice}`);
  if (orphaned.count > 0)
    yield warning(
      `unused-${kind}-files`,
      `${orphaned.words()} stored, but not in the library. The site deletes such files within two hours while it runs`,
    );
  if (missing.count + altered.count === 0)
    yield ok(`${kind}s`, `All files of ${kind}s are present and intact`);
}

function openTallies(kind: FileKind) {
  return { missing: openTally(kind), altered: openTally(kind), orphaned: openTally(kind) };
}

function openTally(kind: FileKind) {
  const names: string[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    note(name: string) {
      count++;
      if (names.length < NAMED) names.push(name);
    },
    words: () =>
      `${count === 1 ? `The file of a ${kind}` : `${count} files of ${kind}s`} (${names.join(', ')}${count > NAMED ? ', …' : ''}) ${count === 1 ? 'is' : 'are'}`,
  };
}
