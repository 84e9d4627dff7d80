import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Shortens the list of all routes that every page with script loads. The server has its own list, from which it writes
 * the page's preload links, and what is not in it is false. The files that each route imports are only used to load pages ahead, which no link asks for.
 * The API and files such as feeds are no pages that the browser's router could show: links to them are plain.
 */
export function trimManifest(folder) {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name));
  for (const name of names) {
    const file = join(assets, name);
    const [, before = '', json = '', after = ''] =
      /^([^{]*)(\{.*\})([^}]*)$/s.exec(readFileSync(file, 'utf8')) ?? [];
    const manifest = JSON.parse(json);
    for (const [id, route] of Object.entries(manifest.routes)) {
      if (isFile(route)) delete manifest.routes[id];
      route.imports = [];
      for (const [name, value] of Object.entries(route)) if (value === false) delete route[name];
    }
    writeFileSync(file, before + JSON.stringify(manifest) + after);
  }
}

function isFile({ path, parentId, hasAction, hasDefaultExport }) {
  if (path === undefined || parentId !== 'root') return false;
  return path.startsWith('api/') || (!hasAction && !hasDefaultExport);
}
