/** The build contains most packages. These are loaded from `node_modules`, with all that they need. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

type Lock = { packages: Record<string, Dependencies> };

type Dependencies = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
>;

/** What only developers read, and builds for browsers without a bundler. Licenses stay. */
const NEEDLESS_FILES = /(\.(map|md|markdown|[cm]?ts|tsx|flow|h|cc|c|gyp)|(^|[./])standalone\.[cm]?js)$/i;
const NEEDLESS_FOLDERS = /^(tests?|__tests__|docs?|examples?|benchmarks?|man|node_modules|\.yarn)$/i;
const LICENSE = /^(licen[cs]e|copying|notice)/i;

/**
 * Copies the packages `names` and everything they depend on from the project at `from`, as its lock file lists them, to
 * the folder `to`. Packages that are not installed there, because they are for other systems, are left out.
 */
export function copyPackages(names: string[], from: string, to: string): void {
  for (const path of listPackages(names, readLock(from))) {
    const source = join(from, path);
    if (!existsSync(source)) continue;
    cpSync(source, join(to, path), {
      recursive: true,
      filter: (file) => isNeeded(relative(source, file)),
    });
  }
}

/** A folder such as `docs` is only needless at the top of a package. */
function isNeeded(path: string): boolean {
  if (LICENSE.test(basename(path))) return true;
  return !NEEDLESS_FOLDERS.test(path) && !NEEDLESS_FILES.test(path);
}

function readLock(folder: string): Lock {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock;
}

/** The paths of the packages and of all that they depend on, such as `node_modules/pdfkit/node_modules/pako`. */
function listPackages(names: string[], { packages }: Lock): string[] {
  const found = new Set<string>();
  const visit = (path: string | undefined) => {
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      visit(resolvePackage(name, path, packages));
  };
  for (const name of names) visit(resolvePackage(name, '', packages));
  return [...found].sort();
}

/** As Node resolves it: in the package's own `node_modules`, then in those of the packages around it. */
function resolvePackage(name: string, from: string, packages: Lock['packages']): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (!folder) return undefined;
  }
}
