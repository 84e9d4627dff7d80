import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** The project's folder, whether the sources or the build are running. */
export const projectFolder = findUpwards(import.meta.dirname);

/** The folder of an unpacked release, with the launcher, its versions and usually the data; undefined in a checkout. */
export const installationFolder = existsSync(join(projectFolder, 'release.json'))
  ? dirname(dirname(projectFolder))
  : undefined;

/** What is typed to run commands, if it is linked from where a host has commands: `scripts/belfry` and its copies. */
export const launcher = installationFolder
  ? join(installationFolder, 'belfry')
  : join(projectFolder, 'scripts', 'belfry');

/** Has one folder per stored build. */
export const buildsFolder = join(projectFolder, '.builds');

/** Has one folder per version of an unpacked release; in a checkout it only exists once a release was installed. */
export const versionsFolder = join(installationFolder ?? projectFolder, 'versions');

/** Where the public files of other builds and versions are: pages served from them still request their files. */
export const otherBuilds = [
  { parent: buildsFolder, inside: 'client' },
  { parent: versionsFolder, inside: join('build', 'client') },
  // From before a checkout became a release.
  ...(installationFolder ? [{ parent: join(installationFolder, '.builds'), inside: 'client' }] : []),
];

/** The build this process was started from; when running from the sources, the newest one. */
export const buildFolder = import.meta.dirname.startsWith(buildsFolder + sep)
  ? join(buildsFolder, import.meta.dirname.slice(buildsFolder.length + 1).split(sep)[0] ?? '')
  : join(projectFolder, 'build');

/** Whether this process runs a build, and not the sources. */
const isBuild = !import.meta.filename.endsWith('.ts');

/** The command-line tool of this process's own version: of its build, or of the sources if they are running. */
export const ownTool = isBuild
  ? join(buildFolder, 'server', 'belfry.js')
  : join(projectFolder, 'commands', 'belfry.ts');

/** The program that a new process runs: the newest build's server. */
export const newestServer = join(projectFolder, 'build', 'server', 'main.js');

function findUpwards(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return findUpwards(dirname(folder));
}
