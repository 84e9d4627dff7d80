/** Restoring while the site runs: only into a town that has nothing yet. */
import { join } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/** In one step, which is one transaction for everyone who has the database open. */
const ALL_PAGES = 2 ** 31 - 1;
const MOST_TRIES = 20;
const PAUSE_MS = 250;

/**
 * Replaces the content of a folder's database with another one's, while others have it open: they see the old or the
 * new one, complete, and continue with the new one. Both have the same page size.
 */
export async function replaceContent(source: DatabaseSync, dataFolder: string): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      await backup(source, join(dataFolder, 'belfry.db'), { rate: ALL_PAGES });
      return;
    } catch (error) {
      const isBusy = [5, 6].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff);
      if (!isBusy || turn === MOST_TRIES) throw error;
      await wait(PAUSE_MS);
    }
  }
}
