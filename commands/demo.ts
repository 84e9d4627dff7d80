import { removeSampleTown } from '#app/admin/sample-town-store.server.ts';
import { commandLine } from '#app/command-line/command-line.ts';
import type { Database, WriteDb } from '#app/database/handles.ts';
import { readSettings, type Settings } from '#app/settings.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { type Command, exitCodes, type Invocation, UsageError } from './command.ts';
import { noteOperation } from './note-operation.ts';
import type { Archive } from './sample-town/archive-article.ts';
import { loadArchive, MAX_ARCHIVE, removeArchive } from './sample-town/load-archive.ts';
import { loadSampleTown } from './sample-town/load-sample-town.ts';
import type { Terminal } from './terminal.ts';
import { withCurrentDatabase } from './with-database.ts';

export const demo: Command = {
  name: 'demo',
  summary: 'Load or remove the sample town',
  help: `Usage: ${commandLine('demo')} [--articles NUMBER | --remove]

Loads the sample town of Maple Hollow: articles, news, events, polls and businesses,
with dates around today. Loaded again, it is moved to today.

  --articles NUMBER   also load an archive of so many made-up articles, spread over the past
                      forty years: for trying how the site behaves when it is large.
                      May be stopped with Ctrl-C and called again to go on
  --remove            remove the town, and the archive with it

Whatever you added stays, and so does every sample item you edited. The articles of the archive
are known by their ids, archive-00000001 and on; the settings page leaves them alone.
Example: ${commandLine('demo --articles')} 100000`,
  options: { remove: { type: 'boolean' }, articles: { type: 'string' } },
  async run(invocation) {
    const { remove: removing, articles } = invocation.options;
    if (removing && articles !== undefined) {
      throw new UsageError(`Either load with --articles or --remove. See: ${commandLine('demo --help')}`);
    }
    const archived = articles === undefined ? 0 : readNumber(String(articles));
    const settings = readSettings(invocation.environment);
    return withCurrentDatabase(settings, (database) =>
      removing ? remove(database, invocation) : load(database, settings, archived, invocation),
    );
  },
};

function readNumber(text: string): number {
  const number = /^[0-9]{1,8}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MAX_ARCHIVE) {
    throw new UsageError(`--articles takes a whole number from 1 to ${MAX_ARCHIVE}, not '${text}'.`);
  }
  return number;
}

async function load(
  { write }: Database,
  settings: Settings,
  archived: number,
  invocation: Invocation,
): Promise<number> {
  const { now, terminal } = invocation;
  const context = { now, town: await findTown(write), siteUrl: settings.url };
  const written = await loadSampleTown(write, context, (done, total) =>
    terminal.showProgress('Sample town', done, total),
  );
  terminal.endProgress();
  await noteOperation(write, invocation, 'sample-town-loaded');
  terminal.print(`Loaded the sample town: ${written} items.`);
  return archived === 0 ? exitCodes.done : loadArticles(write, { articles: archived, now }, invocation);
}

async function loadArticles(
  db: WriteDb,
  archive: Archive,
  { terminal, signal }: Invocation,
): Promise<number> {
  const onProgress = (done: number, total: number) => terminal.showProgress('Archive', done, total);
  const added = await loadArchive(db, archive, { signal, onProgress });
  terminal.endProgress();
  if (signal.aborted) return stopped(terminal, `${added} articles were added`);
  const already = archive.articles - added;
  terminal.print(`Loaded the archive: ${added} articles added${already ? `, ${already} were there` : ''}.`);
  return exitCodes.done;
}

async function remove({ write }: Database, invocation: Invocation): Promise<number> {
  const { terminal, signal } = invocation;
  const onProgress = (done: number, total: number) => terminal.showProgress('Removing', done, total);
  const archived = await removeArchive(write, { signal, onProgress });
  terminal.endProgress();
  if (signal.aborted) return stopped(terminal, `${archived} articles were removed`);
  const removed = archived + (await removeSampleTown(write, invocation.now));
  await noteOperation(write, invocation, 'sample-town-removed');
  terminal.print(`Removed ${removed} items of the sample town. What you added or edited stays.`);
  terminal.print('In Settings the administrator can undo this for a day; an archive stays removed.');
  return exitCodes.done;
}

function stopped(terminal: Terminal, what: string): number {
  terminal.complain(`Stopped: ${what}. Run the same command again to go on.`);
  return exitCodes.interrupted;
}
