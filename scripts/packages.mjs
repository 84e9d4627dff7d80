import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** npm's own record of what is in node_modules, which it writes at the end. */
const RECORD = join('node_modules', '.package-lock.json');

/** Whether an installation was begun in `folder` and finished, whatever happened to it since. */
export function wasInstalled(folder) {
  return readPackages(join(folder, RECORD)).length > 0;
}

/** Whether the packages that only tests and checks need were installed, too. */
export function hasTools(folder) {
  return readPackages(join(folder, RECORD)).some(([, { dev }]) => dev);
}

/**
 * Whether `folder` has everything that its package-lock.json requires on this machine, with `full` also what only tests
 * and checks need. False when a package's folder is missing, or when npm silently left out what this system needs, as
 * on another system or with a Node that is too old.
 */
export function hasPackages(folder, { full }) {
  const recorded = readPackages(join(folder, RECORD));
  if (recorded.length === 0) return false;
  const versions = new Map(recorded.map(([path, { version }]) => [path, version]));
  return readPackages(join(folder, 'package-lock.json'))
    .filter(([, entry]) => (full || !entry.dev) && isForThisMachine(entry))
    .every(
      ([path, { version }]) =>
        versions.get(path) === version && existsSync(join(folder, path, 'package.json')),
    );
}

function readPackages(file) {
  try {
    return Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages).filter(([path]) => path !== '');
  } catch {
    return [];
  }
}

/** Of the optional packages, only those that name their systems are needed: they contain native code. */
function isForThisMachine({ optional, devOptional, os, cpu, libc }) {
  if (devOptional || (optional && !os)) return false;
  return fits(os, process.platform) && fits(cpu, process.arch) && (!libc || fits(libc, findLibc()));
}

/** As npm reads `os`, `cpu` and `libc`: either matching names, or only excluded ones (`!win32`). */
function fits(names, name) {
  const each = names === undefined ? [] : [names].flat();
  const refused = each.filter((one) => one.startsWith('!'));
  return each.includes(name) || (refused.length === each.length && !refused.includes(`!${name}`));
}

let libcOfThisMachine;

function findLibc() {
  // Otherwise it looks up the names of all open connections.
  process.report.excludeNetwork = true;
  libcOfThisMachine ??= process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return libcOfThisMachine;
}
