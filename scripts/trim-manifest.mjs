import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Shortens the list of all routes that every page with script loads. The server has its own list, from which it writes
 * the page's preload links. The files that each route imports are only used to load pages ahead, which no link asks for.
 * The API and files such as feeds are no pages that the browser's router could show, and forms for
 * readers and what emails lead to have no script: links to them are plain. What most routes have in common is put back when the list is loaded.
 */
export function trimManifest(folder) {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name));
  for (const name of names) {
    const file = join(assets, name);
    const [, before = '', json = '', after = ''] =
      /^([^{]*)(\{.*\})([^}]*)$/s.exec(readFileSync(file, 'utf8')) ?? [];
    const manifest = JSON.parse(json);
    const pages = Object.entries(manifest.routes).filter(([, route]) => !isFile(route));
    manifest.routes = Object.fromEntries(pages.map(([id, route]) => [id, trimRoute(id, route)]));
    writeFileSync(file, before + JSON.stringify(manifest) + after + RESTORE);
  }
}

function isFile({ path, hasAction, hasDefaultExport }) {
  if (path === undefined) return false;
  return (
    /^(api|correct|submit|newsletter\/(confirm|preferences|unsubscribe))\b/.test(path) ||
    (!hasAction && !hasDefaultExport)
  );
}

/** The browser's router does not read `hasDefaultExport`, and treats what is missing as false or empty. */
function trimRoute(
  id,
  { id: _, parentId, module, css, imports: _imports, hasDefaultExport: _default, hasLoader, ...route },
) {
  const kept = Object.entries(route).filter(([, value]) => value !== false);
  const name = module.replace(/^\/assets\/(.*)\.js$/, '$1');
  return {
    ...(parentId === 'root' ? {} : { parentId }),
    ...Object.fromEntries(kept),
    ...(hasLoader ? {} : { hasLoader }),
    ...(css.length > 0 ? { css } : {}),
    // Most are named like their route; no name begins with a hyphen.
    module: name.startsWith(`${id}-`) ? name.slice(id.length) : name,
  };
}

const RESTORE =
  'for(const[i,r]of Object.entries(window.__reactRouterManifest.routes)){r.id=i;if(i!="root")r.parentId??="root";r.hasLoader??=true;r.module="/assets/"+(r.module[0]=="-"?i:"")+r.module+".js"}';
