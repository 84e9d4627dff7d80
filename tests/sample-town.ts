import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inject } from 'vitest';
import { replaceContent } from '#app/moving/backup/restore/running-site.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import type { SampleContext } from '../commands/sample-town/lay-out-sample-town.ts';
import { loadSampleTown } from '../commands/sample-town/save-sample-town.ts';
import type { TestLocation } from './each-database.ts';

const loaded = new Map<string, Promise<string>>();

/**
 * Loads the sample town as `loadSampleTown` does, into a migrated database without rows of its own. On SQLite it
 * replaces the content with that of a database into which it was loaded once, because that is much faster.
 */
export async function seedSampleTown(
  write: WriteDb,
  location: TestLocation,
  context: SampleContext,
): Promise<void> {
  if (!('dataFolder' in location)) {
    await loadSampleTown(write, context);
    return;
  }
  const key = JSON.stringify(context);
  const file = loaded.get(key) ?? loadOnce(key, context);
  loaded.set(key, file);
  using source = new DatabaseSync(await file, { readOnly: true });
  await replaceContent(source, location.dataFolder);
}

/** A file next to the template, which is deleted with it. Several processes may write the same one at once. */
async function loadOnce(key: string, context: SampleContext): Promise<string> {
  const { sqliteFile } = inject('templates');
  const file = join(dirname(sqliteFile), `sample-town-${createHash('sha256').update(key).digest('hex')}.db`);
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-sample-'));
  await copyFile(sqliteFile, join(dataFolder, 'belfry.db'));
  const database = openDatabase({ dataFolder });
  await loadSampleTown(database.write, context).finally(() => database.close());
  await rename(join(dataFolder, 'belfry.db'), file);
  await rm(dataFolder, { recursive: true });
  return file;
}
