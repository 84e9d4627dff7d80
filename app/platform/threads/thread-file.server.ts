import { existsSync } from 'node:fs';

/**
 * The file of the thread `name`, for the file at `from` (its `import.meta.url`): next to it when running from the
 * sources, otherwise an entry of the build, above or next to its chunks. Throws when there is none.
 */
export function findThreadFile(name: string, from: string): URL {
  const files = [`./${name}.server.ts`, `./${name}.js`, `../${name}.js`].map((file) => new URL(file, from));
  const found = files.find((file) => existsSync(file));
  if (!found) throw new Error('The site is not completely built. Run: npm run build');
  return found;
}
