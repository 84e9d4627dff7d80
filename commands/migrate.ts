import { describeUpgrade, upgradeTown } from '#app/backup/upgrade-town.server.ts';
import { commandLine } from '#app/command-line/command-line.ts';
import { indexStaleItems } from '#app/search-index/index-items.server.ts';
import { readSettings } from '#app/settings.server.ts';
import { locationOf, stoppable } from './backup-typed.ts';
import { type Command, exitCodes } from './command.ts';
import { withDatabase } from './with-database.ts';

export const migrateDatabase: Command = {
  name: 'migrate',
  summary: 'Bring the database to this version',
  help: `Usage: ${commandLine('migrate')} [--without-backup]

Makes the database where there is none and brings an older one to this version.
'start' does the same; this does it without serving. Nothing happens to a database
that is up to date. One that a newer version of Belfry wrote is refused and left alone.

An older one is backed up first, into the folder 'backups' of the data folder, and the backup
is tried out. Interrupted at any moment, the older one is still there: run it again.

--without-backup  leaves the backup out, for a database that has none to be made of`,
  options: { 'without-backup': { type: 'boolean' } },
  async run(invocation) {
    const { environment, terminal, options, signal, now } = invocation;
    const settings = readSettings(environment);
    return stoppable(invocation, 'Stopped. Nothing was changed.', () =>
      withDatabase(settings, async (database) => {
        const { ran, backup } = await upgradeTown(database, {
          location: locationOf(settings),
          dataFolder: settings.dataFolder,
          now,
          withoutBackup: options['without-backup'] === true,
          signal,
          onProgress: terminal.showProgress,
        });
        terminal.endProgress();
        for (const line of describeUpgrade({ ran, backup })) terminal.print(line);
        await indexStaleItems(database.write, {
          signal,
          onProgress: (done, total) => terminal.showProgress('Search index', done, total),
        });
        terminal.endProgress();
        terminal.print('The database is up to date.');
        return exitCodes.done;
      }),
    );
  },
};
