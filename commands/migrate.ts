import { searchSources } from '#app/collections.server.ts';
import { describeUpgrade, upgradeTown } from '#app/moving/backup/restore/upgrade-town.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { indexStaleItems } from '#app/platform/search-index/index-items.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { locationOf, stoppable } from './backup/backup-typed.ts';
import { type Command, exitCodes } from './command.ts';
import { withDatabase } from './with-database.ts';

export const migrateDatabase: Command = {
  name: 'migrate',
  summary: 'Upgrade the database to this version',
  help: `Usage: ${commandLine('migrate')} [--without-backup]

Creates the database if there is none, and upgrades an older one to this version. 'start' does the
same; this command does it without starting the site. A database that is up to date is not changed.
A database from a newer version of Belfry is refused and not changed.

Before an upgrade, the old database is backed up to the folder 'backups' in the data folder, and the
backup is tested. If the command is interrupted, the old database is still there: run it again.

--without-backup  skips the backup, for a database that cannot be backed up`,
  options: {
    'without-backup': { type: 'boolean' },
    // As an upgrade does it while the site can't save: the site updates the search index when it runs.
    'leave-index': { type: 'boolean' },
  },
  async run(invocation) {
    const { environment, terminal, options, signal, now } = invocation;
    const settings = readSettings(environment);
    return stoppable(invocation, 'Stopped. Nothing was changed.', () =>
      withDatabase(settings, async (database) => {
        const { ran, backup } = await upgradeTown(database, {
          location: locationOf(settings),
          dataFolder: settings.dataFolder,
          media: openMediaFiles(settings),
          now,
          withoutBackup: options['without-backup'] === true,
          signal,
          onProgress: terminal.showProgress,
        });
        terminal.endProgress();
        for (const line of describeUpgrade({ ran, backup })) terminal.print(line);
        if (options['leave-index']) return exitCodes.done;
        await indexStaleItems(database.write, searchSources, {
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
