import { migrate } from '#app/database/migrate.server.ts';
import { readSettings } from '#app/settings.server.ts';
import { type Command, exitCodes } from './command.ts';
import { withDatabase } from './with-database.ts';

export const migrateDatabase: Command = {
  name: 'migrate',
  summary: 'Bring the database to this version',
  help: `Usage: npm run belfry -- migrate

Makes the database where there is none and brings an older one to this version.
'start' does the same; this does it without serving. Nothing happens to a database
that is up to date. One that a newer version of Belfry wrote is refused and left alone.`,
  async run({ environment, terminal }) {
    return withDatabase(readSettings(environment), async (database) => {
      const ran = await migrate(database);
      for (const { migrationName } of ran) terminal.print(`Ran ${migrationName}`);
      terminal.print('The database is up to date.');
      return exitCodes.done;
    });
  },
};
