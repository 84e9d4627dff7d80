import { commandLine } from '#app/command-line/command-line.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { type Finding, ok, warning } from './doctor-finding.ts';
import { countEarlierHosts } from './repair-links.ts';

/**
 * Items whose link is the address of their own page at another host, as after an import from an earlier address. Links
 * that were written here are stored as paths and follow the site's address.
 */
export async function* checkLinks(db: ReadDb): AsyncGenerator<Finding> {
  const counts = await countEarlierHosts((db as WriteDb).withoutPlugins());
  if (counts.size === 0) yield ok('Links to this site work at its current address');
  for (const [host, count] of counts)
    yield warning(
      `${count} ${count === 1 ? 'item points' : 'items point'} to ${host} for ${count === 1 ? 'its' : 'their'} own page. If that is an earlier address of this site, run: ${commandLine('doctor --repair-links')}`,
    );
}
