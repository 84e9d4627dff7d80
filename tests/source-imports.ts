import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export type SourceFile = {
  /** From the checkout's folder, with forward slashes. */
  path: string;
  text: string;
  /** Paths of our own files that it imports, including types. */
  imports: string[];
  /** The same, without those imported only for their types: what exists at run time. */
  runs: string[];
  /** Names of packages and of Node's modules that it imports. */
  packages: string[];
};

const root = fileURLToPath(new URL('..', import.meta.url));
const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*(?:\/\*.*?\*\/\s*)?'([^']+)'\s*\)/gms;

/** Every source file under the folders, except tests. */
export function readSources(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name))
    .filter(({ parentPath }) => !parentPath.includes('node_modules'))
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

/** './' and the path in the checkout for our own files, otherwise the name unchanged. */
function resolveImport(from: string, target: string): string {
  if (target.startsWith('#app/')) return `./app/${target.slice('#app/'.length)}`;
  if (!target.startsWith('.')) return target;
  return `./${normalize(join(dirname(from), target)).replaceAll('\\', '/')}`;
}
