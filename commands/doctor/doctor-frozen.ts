import { commandLine } from '#app/platform/command-line/command-line.ts';
import { findFrozenAt } from '#app/platform/database/frozen-since.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type Finding, warning } from './doctor-finding.ts';

/** Says that nothing can be changed on the site, and since when. */
export async function* checkFrozen(db: ReadDb): AsyncGenerator<Finding> {
  const since = await findFrozenAt(db);
  if (since !== undefined)
    yield warning(
      'frozen',
      `The site has been frozen since ${new Date(since).toISOString().slice(0, 10)}: nothing can be changed, and nothing is sent. To undo this, run: ${commandLine('freeze --undo')}`,
    );
}
