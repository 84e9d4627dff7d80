import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that holds the sources and the build, whichever of them runs. */
export const projectFolder = findUpwards(import.meta.dirname);

function findUpwards(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return findUpwards(dirname(folder));
}
