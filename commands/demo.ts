import { collections } from '#app/collections.server.ts';
import { removeSampleTown } from '#app/items/sample-town/sample-town-store.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { Database, WriteDb } from '#app/platform/database/handles.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { type Command, exitCodes, type Invocation, seeHelp, UsageError } from './command.ts';
import type { Archive } from './sample-town/archive-article.ts';
import { loadArchive, MAX_ARCHIVE, removeArchive } from './sample-town/load-archive.ts';
import { loadSampleTown } from './sample-town/save-sample-town.ts';
import type { Terminal } from './terminal.ts';
import { recordOperation, withCurrentDatabase } from './with-database.ts';

export const demo: Command = {
  name: 'demo',
  summary: 'Load or remove the sample town',
  help: `Usage: ${commandLine('demo')} [--articles NUMBER | --remove]

Loads the sample town of Maple Hollow: articles, news, events, polls, businesses and pages, with
dates around today. Run it again to move the dates to today.

  --articles NUMBER   also loads an archive of NUMBER generated articles from the past forty years,
                      to see how the site behaves when it is large. You can stop it with Ctrl-C
                      and run it again to continue
  --remove            removes the sample town and the archive

Items that you added or edited stay. The articles of the archive have ids from archive-00000001 on.
The Settings page does not remove them.
Example: ${commandLine('demo --articles')} 100000`,
  options: { remove: { type: 'boolean' }, articles: { type: 'string' } },
  async run(invocation) {
    const { remove: removing, articles } = invocation.options;
    if (removing && articles !== undefined) {
      throw new UsageError(`Use either --articles or --remove, not both. ${seeHelp('demo')}`);
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
  await recordOperation(write, invocation, 'sample-town-loaded');
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
  terminal.print(
    `Loaded the archive: ${added} articles added${already ? `, ${already} already there` : ''}.`,
  );
  return exitCodes.done;
}

async function remove({ write }: Database, invocation: Invocation): Promise<number> {
  const { terminal, signal } = invocation;
  const onProgress = (done: number, total: number) => terminal.showProgress('Removing', done, total);
  const archived = await removeArchive(write, { signal, onProgress });
  terminal.endProgress();
  if (signal.aborted) return stopped(terminal, `${archived} articles were removed`);
  const removed = archived + (await removeSampleTown(write, collections, invocation.now));
  await recordOperation(write, invocation, 'sample-town-removed');
  terminal.print(`Removed ${removed} items of the sample town. What you added or edited stays.`);
  const lost = archived > 0 ? ' The generated articles can’t be brought back.' : '';
  terminal.print(`The administrator can undo this in Settings for one day.${lost}`);
  return exitCodes.done;
}

function stopped(terminal: Terminal, what: string): number {
  terminal.complain(`Stopped: ${what}. Run the same command again to continue.`);
  return exitCodes.interrupted;
}
