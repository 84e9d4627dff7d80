import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Leaves the files that each route imports out of the list of all routes that every page with script loads. The server
 * has its own list, from which it writes the page's preload links; in the browser they are only used to load pages
 * ahead, which no link asks for.
 */
export function trimManifest(folder) {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name));
  for (const name of names) {
    const file = join(assets, name);
    const [, before = '', json = '', after = ''] =
      /^([^{]*)(\{.*\})([^}]*)$/s.exec(readFileSync(file, 'utf8')) ?? [];
    const manifest = JSON.parse(json);
    for (const route of Object.values(manifest.routes)) route.imports = [];
    writeFileSync(file, before + JSON.stringify(manifest) + after);
  }
}
