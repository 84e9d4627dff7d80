/**
 * A process that upgrades or restores a town and kills itself at its n-th step, as `kill -9` does; with 0 it runs to
 * the end and reports the number of steps. A step is a query, a page of rows, or what the work itself reports as one.
 */

import { textSources } from '#app/collections.server.ts';
import { restoreTown } from '#app/moving/backup/restore/restore-town.server.ts';
import { upgradeTown } from '#app/moving/backup/restore/upgrade-town.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { countingQueries } from './counted-queries.ts';

const [what, place = '', folder = '', at = '0', backup = ''] = process.argv.slice(2);
const location = place.startsWith('postgres') ? { url: place } : { dataFolder: place };
let steps = 0;

function step(): void {
  steps++;
  if (steps === Number(at)) process.kill(process.pid, 'SIGKILL');
}

const shared = {
  location,
  dataFolder: folder,
  media: openMediaFiles({ dataFolder: folder }),
  now: Date.now(),
  onProgress: step,
};
if (what === 'upgrade') {
  const database = openDatabase(location);
  const counted = { ...database, write: database.write.withPlugin(countingQueries(step)) };
  await upgradeTown(counted, { ...shared, onBackup: step });
  await database.close();
} else {
  await restoreTown({ textSources, ...shared, backup, onStep: step, note: async () => step() });
}
console.log(steps);
