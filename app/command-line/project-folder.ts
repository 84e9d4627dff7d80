import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** The folder that holds the sources and the build, whichever of them runs. */
export const projectFolder = findUpwards(import.meta.dirname);

/** Holds a folder for each build that is kept. */
export const buildsFolder = join(projectFolder, '.builds');

/** The build this process was started from, as long as it lives; from the sources, the newest one. */
export const buildFolder = import.meta.dirname.startsWith(buildsFolder + sep)
  ? join(buildsFolder, import.meta.dirname.slice(buildsFolder.length + 1).split(sep)[0] ?? '')
  : join(projectFolder, 'build');

/** What a process that starts now is to run: the newest build's server. */
export const newestServer = join(projectFolder, 'build', 'server', 'main.js');

function findUpwards(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return findUpwards(dirname(folder));
}
