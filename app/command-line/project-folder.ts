import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** The project's folder, whether the sources or the build are running. */
export const projectFolder = findUpwards(import.meta.dirname);

/** Has one folder per stored build. */
export const buildsFolder = join(projectFolder, '.builds');

/** The build this process was started from; when running from the sources, the newest one. */
export const buildFolder = import.meta.dirname.startsWith(buildsFolder + sep)
  ? join(buildsFolder, import.meta.dirname.slice(buildsFolder.length + 1).split(sep)[0] ?? '')
  : join(projectFolder, 'build');

/** The program that a new process runs: the newest build's server. */
export const newestServer = join(projectFolder, 'build', 'server', 'main.js');

function findUpwards(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return findUpwards(dirname(folder));
}
