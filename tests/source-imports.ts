import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export type SourceFile = {
  /** From the checkout's folder, with forward slashes. */
  path: string;
  text: string;
  /** Paths of our own files that it imports, types included. */
  imports: string[];
  /** The same, without those of which only types are taken: what is there when it runs. */
  runs: string[];
  /** Names of packages and of Node's modules that it imports. */
  packages: string[];
};

const root = fileURLToPath(new URL('..', import.meta.url));
const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*(?:\/\*.*?\*\/\s*)?'([^']+)'\s*\)/gms;

/** Every source file under the folders, tests left out. */
export function readSources(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name))
    .map((entry) => readSource(join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/')))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const found = [...text.matchAll(IMPORT)].map(([, type, from, dynamic]) => ({
    target: resolveImport(path, from ?? dynamic ?? ''),
    isType: type !== undefined,
  }));
  const own = found.filter(({ target }) => target.startsWith('./'));
  return {
    path,
    text,
    imports: own.map(({ target }) => target.slice(2)),
    runs: own.filter(({ isType }) => !isType).map(({ target }) => target.slice(2)),
    packages: found.filter(({ target }) => !target.startsWith('./')).map(({ target }) => target),
  };
}

/** './' and the path in the checkout for a file of ours, else the name as it stands. */
function resolveImport(from: string, target: string): string {
  if (target.startsWith('#app/')) return `./app/${target.slice('#app/'.length)}`;
  if (!target.startsWith('.')) return target;
  return `./${normalize(join(dirname(from), target)).replaceAll('\\', '/')}`;
}
