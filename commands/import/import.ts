import { basename } from 'node:path';
import { collectionNames, collections, type NounName } from '#app/collections.server.ts';
import {
  type ImportCounts,
  importRecords,
  type RefusedRecord,
} from '#app/items/content/import-records.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import type { Town } from '#app/town/town.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { explainError } from '../../server/explain-error.ts';
import { type Command, exitCodes, type Invocation, seeHelp, UsageError } from '../command.ts';
import { deniedReading, resolveTyped } from '../typed-path.ts';
import { recordOperation, withCurrentDatabase } from '../with-database.ts';
import { importDocuments } from './import-documents.ts';
import { type PictureCounts, withCopiedPictures } from './import-linked-pictures.ts';
import { importNotices } from './import-notices.ts';
import { importPictures } from './import-pictures.ts';
import { countRecords, readRecords } from './json-records.ts';

export const importFiles: Command = {
  name: 'import',
  summary: 'Import articles, news, events, polls or businesses from JSON files',
  help: `Usage: ${commandLine('import FILE')}… [--collection NAME] [--pictures fetch|keep] [--dry-run]

Each FILE is a JSON array of records with the field names of the API. The collection is taken from
the file's name, such as articles.json, bulk-news.json or events-2026.json, or from --collection.
pictures.json and documents.json of an export are imported first, with the files in the folder 'media' next to them;
notices.json has urgent notices, which are not emailed again.

Every record is checked like a form. An event without a picture gets the town's default one. Rejected
records are listed by file, record and field; all others are saved. A record with a known id overwrites
that item, and unchanged records are skipped, so you can run the same command again, also after Ctrl-C.
If a file cannot be read to its end, nothing in it is imported.

  --collection NAME   ${collectionNames.join(', ')}
  --pictures fetch    copies pictures that records show from other sites to the library. Those that
                      can't be copied are listed with the reason; run the command again to try them
                      again. The default is 'keep', which leaves pictures where they are
  --dry-run           only shows what would happen

The exit code is 1 if anything was rejected.
Example: ${commandLine('import')} backup/articles.json backup/news.json`,
  options: {
    collection: { type: 'string' },
    pictures: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
  words: 'many',
  async run(invocation) {
    const { words, options, environment, terminal } = invocation;
    const named = readCollectionOption(options.collection);
    const copiesPictures = readPicturesOption(options.pictures);
    if (words.length === 0) throw new UsageError(`Give the files to import. ${seeHelp('import')}`);
    const settings = readSettings(environment);
    const sources: Source[] = [];
    for (const word of words) {
      const source = await openSource(word, named, invocation);
      if (source) sources.push(source);
    }
    if (sources.length === 0) return exitCodes.failed;
    // Items can only use pictures and documents that are in the library.
    sources.sort((one, other) => Number(isOfFiles(other)) - Number(isOfFiles(one)));
    const complete = await withCurrentDatabase(settings, async ({ write }) => {
      const isComplete = await importSources(write, sources, invocation, { settings, copiesPictures });
      const names = [...new Set(sources.map(({ collection }) => collection))].join(', ');
      if (!options['dry-run']) await recordOperation(write, invocation, 'content-imported', names);
      return isComplete;
    });
    if (invocation.signal.aborted) {
      terminal.complain('Stopped. Imported records stay. Run the same command again to continue.');
      return exitCodes.interrupted;
    }
    return complete && sources.length === words.length ? exitCodes.done : exitCodes.failed;
  },
};

type Source = {
  label: string;
  file: string;
  collection: NounName | typeof PICTURES | typeof DOCUMENTS | typeof NOTICES;
  records: number;
};

const PICTURES = 'pictures';
const DOCUMENTS = 'documents';
const NOTICES = 'notices';

function isOfFiles({ collection }: Source): boolean {
  return collection === PICTURES || collection === DOCUMENTS;
}

function readCollectionOption(value: string | boolean | undefined): NounName | undefined {
  if (value === undefined) return undefined;
  const name = collectionNames.find((one) => one === value);
  if (!name)
    throw new UsageError(`There is no collection '${value}'. Use one of ${collectionNames.join(', ')}.`);
  return name;
}

/** Whether pictures of other sites are copied. */
function readPicturesOption(value: string | boolean | undefined): boolean {
  if (value === undefined || value === 'keep') return false;
  if (value !== 'fetch') throw new UsageError(`--pictures takes fetch or keep, not '${value}'.`);
  return true;
}

/**
 * Reads the whole file once, so that a damaged one changes nothing. Prints the problem and returns undefined if it is
 * not an array.
 */
async function openSource(
  label: string,
  named: NounName | undefined,
  invocation: Invocation,
): Promise<Source | undefined> {
  const { terminal } = invocation;
  const collection = named ?? collectionOf(label);
  if (!collection) {
    terminal.complain(
      `${label}: not imported. Its name does not contain a collection. Add --collection with one of ${collectionNames.join(', ')}.`,
    );
    return undefined;
  }
  const file = resolveTyped(invocation, label);
  try {
    return { label, file, collection, records: await countRecords(file) };
  } catch (error) {
    terminal.complain(`${label}: not imported. ${readingProblem(error, file, invocation)}`);
    return undefined;
  }
}

/** The collection whose name is one of the words in the file's name. */
function collectionOf(file: string): Source['collection'] | undefined {
  const words = basename(file)
    .toLowerCase()
    .split(/[^a-z]+/);
  const found = [...collectionNames, PICTURES, DOCUMENTS, NOTICES].filter((name) =>
    words.includes(name),
  ) as Source['collection'][];
  return found.length === 1 ? found[0] : undefined;
}

function readingProblem(error: unknown, file: string, invocation: Invocation): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === 'JsonRecordsError') return `The file cannot be used: ${message}.`;
  if (code === 'ENOENT') return 'There is no such file.';
  if (code === 'EISDIR') return 'It is a folder. Give the files in it.';
  if (code === 'EACCES') return `${deniedReading(invocation, file)}.`;
  return explainError(error);
}

type Importing = { settings: Settings; copiesPictures: boolean };

/** Returns whether every record was imported. */
async function importSources(
  db: WriteDb,
  sources: Source[],
  invocation: Invocation,
  importing: Importing,
): Promise<boolean> {
  const site = { siteUrl: importing.settings.url, town: await findTown(db), ...importing };
  let complete = true;
  for (const source of sources) {
    if (invocation.signal.aborted) return false;
    const counts = await importSource(db, source, invocation, site);
    complete &&= counts.refused === 0;
  }
  return complete;
}

type Site = { siteUrl: string; town: Town };

async function importSource(
  db: WriteDb,
  source: Source,
  invocation: Invocation,
  { settings, copiesPictures, ...site }: Site & Importing,
): Promise<ImportCounts> {
  const { label, file, collection, records } = source;
  const { terminal, signal, now, options } = invocation;
  const dryRun = options['dry-run'] === true;
  const onProgress = (read: number) => terminal.showProgress(label, read, records);
  const onRefused = (refusal: RefusedRecord) => complainOf(label, refusal, invocation);
  const shared = { now, dryRun, signal, onRefused, onProgress };
  const finish = (counts: ImportCounts, pictures?: PictureCounts) => {
    terminal.endProgress();
    terminal.print(summary(source, counts, dryRun));
    if (pictures) terminal.print(pictureSummary(source, pictures, dryRun));
    return counts;
  };
  if (collection === PICTURES) return finish(await importPictures(db, file, { ...shared, settings }));
  if (collection === DOCUMENTS) return finish(await importDocuments(db, file, { ...shared, settings }));
  if (collection === NOTICES)
    return finish(await importNotices(db, file, { ...shared, siteUrl: site.siteUrl }));
  const importItems = (items: AsyncIterable<unknown>) =>
    importRecords(db, collections[collection], items, { ...shared, ...site });
  if (!copiesPictures) return finish(await importItems(readRecords(file)));
  const onPicture = (read: number, copied: number) =>
    terminal.showProgress(`${label}, ${inWords(copied)} copied`, read, records);
  const copying = { ...shared, settings, onProgress: onPicture };
  const { result, counts } = await withCopiedPictures(
    db,
    collections[collection],
    readRecords(file),
    copying,
    importItems,
  );
  return finish(result, counts);
}

function complainOf(label: string, { record, id, problems }: RefusedRecord, { terminal }: Invocation): void {
  const what = `${label}: ${record === undefined ? 'a record' : `record ${record}`}${id === undefined ? '' : ` (${id})`}`;
  for (const { field, message } of problems)
    terminal.complain(`${what}: ${field ? `${field}: ` : ''}${message}`);
}

function summary({ label, collection }: Source, counts: ImportCounts, dryRun: boolean): string {
  const { read, added, changed, unchanged, refused } = counts;
  const would = dryRun ? 'dry run, nothing saved: ' : '';
  return `${label} → ${collection}: ${would}${read} read, ${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused`;
}

function pictureSummary({ label }: Source, { copied, left }: PictureCounts, dryRun: boolean): string {
  return dryRun
    ? `${label}: dry run, ${inWords(left)} of other sites to copy`
    : `${label}: ${inWords(copied)} of other sites copied, ${left} not copied`;
}

function inWords(pictures: number): string {
  return pictures === 1 ? '1 picture' : `${pictures} pictures`;
}
