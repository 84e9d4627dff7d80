/**
 * A process that checks the sources that are due and kills itself before its n-th query, as `kill -9` does; with 0 it
 * runs to the end and prints the number of queries.
 */
import { pino } from 'pino';
import { collections } from '#app/collections.server.ts';
import { resolveLinks } from '#app/items/text/resolve-links.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { openOutbound } from '#app/platform/outbound/outbound.server.ts';
import { checkDueSources } from '#app/sources/checks/check-source.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { countingQueries } from './counted-queries.ts';
import { NOW } from './parsed-sources.ts';

const [place = '', host = '', at = '0'] = process.argv.slice(2);
const siteUrl = 'https://maple.example';
let queries = 0;

const database = openDatabase(place.startsWith('postgres') ? { url: place } : { dataFolder: place });
const write = resolveLinks(database, siteUrl).write.withPlugin(
  countingQueries(() => {
    if (++queries === Number(at)) process.kill(process.pid, 'SIGKILL');
  }),
);
const context = {
  ...{ write, collections, town: defaultTown, siteUrl },
  outbound: openOutbound({ reachable: [host] }),
  now: () => NOW,
  log: pino({ enabled: false }),
};
await checkDueSources(context, new AbortController().signal);
await database.close();
console.log(queries);
