import type { Database } from '#app/database/connect.server.ts';
import { readSettings, type Settings } from '#app/settings.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { type Command, exitCodes, type Invocation } from './command.ts';
import { loadSampleTown, removeSampleTown } from './sample-town/load-sample-town.ts';
import { withMigratedDatabase } from './with-database.ts';

export const demo: Command = {
  name: 'demo',
  summary: 'Load or remove the sample town',
  help: `Usage: npm run belfry -- demo [--remove]

Loads the sample town of Maple Hollow: articles, news, events, polls and businesses,
with dates around today. Loaded again, it is moved to today.

  --remove   remove it

Whatever you added stays, and so does every sample item you edited.`,
  options: { remove: { type: 'boolean' } },
  async run(invocation) {
    const settings = readSettings(invocation.environment);
    return withMigratedDatabase(settings, (database) =>
      invocation.options.remove ? remove(database, invocation) : load(database, settings, invocation),
    );
  },
};

async function load({ write }: Database, settings: Settings, { now, terminal }: Invocation): Promise<number> {
  const context = { now, town: await findTown(write), siteUrl: settings.url };
  const written = await loadSampleTown(write, context, (done, total) =>
    terminal.showProgress('Sample town', done, total),
  );
  terminal.endProgress();
  terminal.print(`Loaded the sample town: ${written} items.`);
  return exitCodes.done;
}

async function remove({ write }: Database, { terminal }: Invocation): Promise<number> {
  const removed = await removeSampleTown(write);
  terminal.print(`Removed ${removed} items of the sample town. What you added or edited stays.`);
  return exitCodes.done;
}
