import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { recognizeFile } from '#app/moving/formats/formats.server.ts';
import { decisions } from '#app/moving/import/choices.ts';
import {
  type ImportFile,
  type ImportRunOptions,
  itemKinds,
  optionsSchema,
  pictureChoices,
  totalOf,
} from '#app/moving/import/import-run.ts';
import {
  createImportRun,
  findImportRun,
  listImportRuns,
  updateImportRun,
} from '#app/moving/import/import-store.server.ts';
import type { ImportRunContext } from '#app/moving/import/run.server.ts';
import { busyMessage, runImport } from '#app/moving/import/run-import.server.ts';
import { undoImport } from '#app/moving/import/undo-import.server.ts';
import { parseHashConfig } from '#app/people/passwords/foreign-hash.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { explainError } from '../../server/explain-error.ts';
import { routeTable } from '../../server/route-table.ts';
import { type Command, CommandError, exitCodes, type Invocation, seeHelp, UsageError } from '../command.ts';
import { readableTyped } from '../typed-path.ts';
import { recordOperation, withCurrentDatabase } from '../with-database.ts';
import { printOutcome, printUndone } from './import-report.ts';

export const moveIn: Command = {
  name: 'move-in',
  summary: 'Import the exports of another system: Firebase, WordPress, Ghost, feeds, calendars, CSV',
  help: `Usage: ${commandLine('move-in FILE')}… [--dry-run] [--json] [--hash-config FILE] [--pictures fetch|keep]
       ${commandLine('move-in --undo')} ID

Each FILE is recognized by what is in it: Firestore and Firebase Auth exports, WordPress (WXR), Ghost,
RSS, Atom and JSON feeds, calendars (.ics), lists of feeds (OPML), CSV, and exports of another Belfry.
Give files that belong together at once: accounts and their profiles are put together. A FILE can also
be a folder or an archive (.zip, .tar, .gz) with pictures.

Items, accounts with their passwords, newsletter consent, sources and old addresses are imported. No
email is sent. What was imported before is skipped, so you can run the same command again, also after
Ctrl-C and with a later export. What was edited or deleted here stays that way. Everything that was not
imported, or only with a doubt, is listed by file, record and field.

  --dry-run           only shows what would happen
  --json              the last line is the result as JSON
  --hash-config FILE  the password hash parameters of Firebase's console. Without them, people choose a
                      new password with "Forgot password"
  --pictures fetch    copies pictures of the old site to the library. The default is 'keep', which leaves
                      them where they are. Pictures in an archive are always taken
  --choice NAME=WHAT  what to do about a class of problems; can be repeated:
${decisions.map(({ class: name, choices }) => `                      ${name}=${choices.map(({ value }) => value).join('|')}`).join('\n')}
  --collection NAME   what rows of CSV and entries of feeds become: ${itemKinds.join(', ')}
  --map FIELD=COLUMN  which column of a CSV file is which field; can be repeated
  --undo ID           removes what an import added, except what was edited since. Imports print their ID

The exit code is 0 when all files were read, also if records were rejected; 1 when a file could not be
read or is incomplete; 130 after Ctrl-C.
Example: ${commandLine('move-in')} firestore.json auth-export.json --hash-config hash.txt --dry-run`,
  options: {
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
    'hash-config': { type: 'string' },
    pictures: { type: 'string' },
    collection: { type: 'string' },
    choice: { type: 'string', multiple: true },
    map: { type: 'string', multiple: true },
    undo: { type: 'string' },
    job: { type: 'string' },
  },
  words: 'many',
  async run(invocation) {
    const { options, words } = invocation;
    const { undo, job } = options;
    if (typeof undo === 'string' || typeof job === 'string') {
      if (words.length > 0) throw new UsageError(`Give no files with --undo. ${seeHelp('move-in')}`);
      return withContext(invocation, (context) =>
        typeof job === 'string'
          ? runBackgroundTask(context, job, invocation)
          : doUndo(context, String(undo), invocation),
      );
    }
    if (words.length === 0) throw new UsageError(`Give the files to import. ${seeHelp('move-in')}`);
    const typed = await readOptions(invocation);
    const files = await openFiles(invocation);
    return withContext(invocation, (context) => moveFiles(context, files, typed, invocation));
  },
};

function withContext(
  { environment, now, signal, terminal }: Invocation,
  work: (context: ImportRunContext) => Promise<number>,
): Promise<number> {
  const settings = readSettings(environment);
  return withCurrentDatabase(settings, ({ write: db }) =>
    work({
      ...{ db, settings, now, signal, isOwnAddress: routeTable.isOwnAddress },
      onProgress({ steps }) {
        const current = steps.find(({ done, total }) => total === null || done < total) ?? steps.at(-1);
        if (current)
          terminal.showProgress(`Importing ${current.step}`, current.done, current.total ?? current.done);
      },
    }),
  );
}

async function readOptions(invocation: Invocation): Promise<ImportRunOptions> {
  const { options } = invocation;
  const { pictures = 'keep', collection } = options;
  if (!pictureChoices.some((one) => one === pictures))
    throw new UsageError(`--pictures takes fetch or keep, not '${pictures}'.`);
  if (collection !== undefined && !itemKinds.some((one) => one === collection))
    throw new UsageError(`There is no collection '${collection}'. Use one of ${itemKinds.join(', ')}.`);
  const choices = readPairs('choice', options.choice);
  for (const [name, value] of Object.entries(choices)) refuseUnknownChoice(name, value);
  const columns = readPairs('map', options.map);
  const config = options['hash-config'];
  return optionsSchema.parse({
    choices,
    pictures,
    ...(collection === undefined ? {} : { collection }),
    ...(Object.keys(columns).length > 0 ? { columns } : {}),
    ...(config === undefined ? {} : { hashConfig: await readConfig(String(config), invocation) }),
  });
}

function readPairs(option: string, values: unknown): Record<string, string> {
  const pairs = (Array.isArray(values) ? values : []).map(String).map((text): [string, string] => {
    const at = text.indexOf('=');
    if (at < 1 || at === text.length - 1)
      throw new UsageError(`--${option} takes NAME=VALUE, not '${text}'.`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return Object.fromEntries(pairs);
}

function refuseUnknownChoice(name: string, value: string): void {
  const decision = decisions.find((one) => one.class === name);
  if (!decision)
    throw new UsageError(
      `There is nothing to choose about '${name}'. Use one of ${decisions.map((one) => one.class).join(', ')}.`,
    );
  const values = decision.choices.map((one) => one.value);
  if (!values.includes(value))
    throw new UsageError(`--choice ${name} takes ${values.join(' or ')}, not '${value}'.`);
}

async function readConfig(label: string, invocation: Invocation): Promise<string> {
  const text = await readFile(await readableTyped(invocation, label), 'utf8').catch((error) => {
    throw new CommandError(`${label}: ${fileProblemOf(error)}`);
  });
  const parsed = parseHashConfig(text);
  if ('problem' in parsed) throw new CommandError(`${label}: ${parsed.problem}`);
  return text;
}

async function openFiles(invocation: Invocation): Promise<ImportFile[]> {
  const { words, terminal } = invocation;
  const files: ImportFile[] = [];
  for (const label of words) {
    const path = await readableTyped(invocation, label);
    try {
      const { size } = await stat(path);
      files.push({ path, name: basename(path), bytes: size, format: null });
    } catch (error) {
      terminal.complain(`${label}: ${fileProblemOf(error)}`);
    }
  }
  if (files.length < words.length) throw new CommandError('Nothing was imported.');
  return files;
}

function fileProblemOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'There is no such file.';
  if (code === 'EISDIR') return 'It is a folder.';
  return `${message}.`;
}

async function moveFiles(
  context: ImportRunContext,
  files: ImportFile[],
  options: ImportRunOptions,
  invocation: Invocation,
): Promise<number> {
  const { db, now } = context;
  const { terminal } = invocation;
  const isDry = invocation.options['dry-run'] === true;
  const { origin, recognized, isComplete } = await recognizeAll(files, terminal);
  const stopped = isDry ? undefined : await findUnfinished(db, files, now);
  const id = stopped ?? (await createImportRun(db, { origin, files: recognized, options, now }));
  if (stopped) await updateImportRun(db, id, { options: JSON.stringify(options) });
  const outcome = await orFailed(context, id, () => runImport(context, id, isDry ? 'dry-run' : 'import'));
  terminal.endProgress();
  if (outcome.kind === 'unread') {
    await db.deleteFrom('move_in').where('id', '=', id).execute();
    throw new CommandError(outcome.problem);
  }
  if (!isDry) await recordOperation(db, invocation, 'content-imported', origin);
  await printOutcome(db, id, outcome.report, { isDry, ...invocation });
  // A dry run leaves nothing behind.
  if (isDry) await db.deleteFrom('move_in').where('id', '=', id).execute();
  if (outcome.kind === 'stopped') {
    terminal.complain('Stopped. What was imported stays. Run the same command again to continue.');
    return exitCodes.interrupted;
  }
  if (totalOf(outcome.report.found) === 0) terminal.complain('Nothing in these files can be imported.');
  const isCut = outcome.report.classes.some(({ class: name }) => name === 'truncated');
  if (isCut) terminal.complain('A file is incomplete: it ends in the middle of a record. Export it again.');
  return isComplete && !isCut ? exitCodes.done : exitCodes.failed;
}

async function recognizeAll(files: ImportFile[], terminal: Invocation['terminal']) {
  const labels = new Set<string>();
  const recognized: ImportFile[] = [];
  for (const file of files) {
    const found = await recognizeFile(file.path);
    if ('problem' in found) terminal.complain(`${file.name}: not imported. ${found.problem}.`);
    else {
      terminal.complain(`${file.name}: ${found.label}`);
      labels.add(found.label);
    }
    recognized.push({ ...file, format: 'problem' in found ? null : (found.formats[0] ?? null) });
  }
  const isComplete = recognized.every(({ format }) => format !== null);
  return { origin: [...labels].join(', ') || 'Files', recognized, isComplete };
}

/** After this long without a sign of life, the process of an import has ended. */
const DEAD_MS = MINUTE_MS;

/** An import of the same files by this command that did not end: it is continued, unless a process is still at it. */
async function findUnfinished(db: WriteDb, files: ImportFile[], now: number): Promise<string | undefined> {
  const { items } = await listImportRuns(db, { limit: 20 });
  const paths = files.map(({ path }) => path);
  const found = items.find(
    ({ state, createdBy, wanted, progress, startedAt, files: those }) =>
      createdBy === null &&
      wanted === null &&
      (['stopped', 'failed'].includes(state) ||
        (state === 'importing' && (progress?.at ?? startedAt ?? 0) < now - DEAD_MS)) &&
      isDeepStrictEqual(
        those.map(({ path }) => path),
        paths,
      ),
  );
  return found?.id;
}

/** What the site requested: its job runs this command in a process of its own. */
async function runBackgroundTask(
  context: ImportRunContext,
  id: string,
  invocation: Invocation,
): Promise<number> {
  const { db } = context;
  const found = await findImportRun(db, id);
  if (!found?.wanted) throw new CommandError(`Nothing is requested of the import ${id}.`);
  const { wanted } = found;
  const resuming = { ...context, resumes: true };
  const outcome = await orFailed(context, id, () =>
    wanted === 'undo' ? undoImport(resuming, id) : runImport(resuming, id, wanted),
  );
  if (outcome.kind !== 'unread' && wanted !== 'dry-run')
    await recordOperation(
      db,
      invocation,
      'content-imported',
      subjectOf(found.origin, wanted),
      found.createdBy,
    );
  return exitCodes.done;
}

/** Notes why the work failed; what was imported until then stays. */
async function orFailed<Result extends object>(
  { db }: ImportRunContext,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const trouble = busyMessage(error) ?? explainError(error).slice(0, 500);
    await updateImportRun(db, id, { wanted: null, state: 'failed', trouble, progress: null });
    throw new CommandError(trouble, { cause: error });
  }
}

function subjectOf(origin: string, wanted: string): string {
  return wanted === 'undo' ? `${origin}, undone` : origin;
}

async function doUndo(context: ImportRunContext, id: string, invocation: Invocation): Promise<number> {
  const found = await findImportRun(context.db, id);
  if (!found) throw new CommandError(`There is no import with the ID ${id}.`);
  const { kind, report } = await orFailed(context, id, () => undoImport(context, id));
  invocation.terminal.endProgress();
  await recordOperation(context.db, invocation, 'content-imported', subjectOf(found.origin, 'undo'));
  await printUndone(context.db, id, report, invocation);
  return kind === 'stopped' ? exitCodes.interrupted : exitCodes.done;
}
