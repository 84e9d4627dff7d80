import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { MediaFiles } from './media-files.server.ts';
import { listPictureFiles, readIntact } from './picture-files.server.ts';

export type CopyOptions = {
  from: MediaFiles;
  to: MediaFiles;
  /** On the same disk as `to`. */
  workFolder: string;
  /** Called before each file; what it throws ends the work. */
  onFile?: (() => void) | undefined;
};

/**
 * Copies the files of all pictures that `to` does not have, and returns how many could not be copied because they are
 * missing or damaged.
 */
export async function copyPictureFiles(
  db: ReadDb,
  { from, to, workFolder, onFile }: CopyOptions,
): Promise<number> {
  let lost = 0;
  for await (const row of listPictureFiles(db)) {
    onFile?.();
    if (typeof (await readIntact(to, row)) === 'object') continue;
    const content = await readIntact(from, row);
    if (typeof content === 'string') {
      lost++;
      continue;
    }
    const path = join(workFolder, row.name);
    await writeFile(path, content, { mode: 0o600 });
    await to.put(row.name, path);
  }
  return lost;
}
