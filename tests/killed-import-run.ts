/**
 * Imports a file and kills this process with SIGKILL at its n-th query; with 0 it runs to the end and prints how many
 * queries there were. Arguments: the database's location as JSON, a data folder, the import's id, n.
 */
import { runImport } from '#app/moving/import/run-import.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { routeTable } from '../server/route-table.ts';
import { countingQueries } from './counted-queries.ts';

const [location = '', dataFolder = '', id = '', at = '0'] = process.argv.slice(2);
const database = openDatabase(JSON.parse(location));
let queries = 0;

const db = database.write.withPlugin(
  countingQueries(() => {
    queries++;
    if (queries === Number(at)) process.kill(process.pid, 'SIGKILL');
  }),
);
const settings = readSettings({ BELFRY_DATA: dataFolder, BELFRY_SECRET: 's'.repeat(40) });
const signal = new AbortController().signal;
const { isOwnAddress } = routeTable;
await runImport({ db, settings, isOwnAddress, now: Date.UTC(2026, 10, 20), signal }, id, 'import');
await database.close();
console.log(queries);
