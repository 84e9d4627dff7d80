/**
 * Imports a feed into a database and kills this process with SIGKILL in the middle, after the first transaction that
 * leaves more items than it was told. Arguments: the database's location as JSON, the number of items, that number.
 */
import { setImmediate } from 'node:timers/promises';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { feedOfReports, openImporting } from './imported-sources.ts';

const [location = '', items = '', after = ''] = process.argv.slice(2);
const database = openDatabase(JSON.parse(location));

async function killWhenWritten(): Promise<never> {
  for (;;) {
    await setImmediate();
    const rows = await database.read.selectFrom('source_item').select('key').execute();
    if (rows.length > Number(after)) process.kill(process.pid, 'SIGKILL');
  }
}

void killWhenWritten();
await openImporting(database).read('ledger', feedOfReports(Number(items)));
process.exit(0);
