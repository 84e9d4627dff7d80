/**
 * A process that sends newsletter issues and kills itself before its n-th database query, as `kill -9` does; with 0 it
 * runs to the end. Arguments: the database's location as JSON, the mail server's address, n, the time of its clock.
 */
import { openDatabase } from '#app/platform/open-database.server.ts';
import { countingQueries } from './counted-queries.ts';
import { sendRound } from './seed-newsletter.ts';

const [location = '', smtpUrl = '', at = '0', now = '0'] = process.argv.slice(2);
const database = openDatabase(JSON.parse(location));
let queries = 0;
const counting = countingQueries(() => {
  queries++;
  if (queries === Number(at)) process.kill(process.pid, 'SIGKILL');
});
await sendRound(database.write.withPlugin(counting), { smtpUrl, now: () => Number(now) });
await database.close();
