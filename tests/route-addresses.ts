import { readFileSync } from 'node:fs';

/**
 * An address of every route of the site, read from the list of routes: ids are `i1`, optional ones are left out and put
 * in. Words after an id are left out: which of them there are, an item's title says.
 */
export function readRouteAddresses(): string[] {
  const text = readFileSync(new URL('../app/routes.ts', import.meta.url), 'utf8');
  const addresses = ['/'];
  let prefix = '';
  for (const line of text.split('\n')) {
    const path = /\broute\('([^']+)'/.exec(line)?.[1];
    if (/^\s*\]\),/.test(line)) prefix = '';
    if (path === undefined) continue;
    addresses.push(...variantsOf(`/${prefix}${path}`));
    if (line.trimEnd().endsWith('[')) prefix = `${path}/`;
  }
  return addresses;
}

function variantsOf(path: string): string[] {
  if (path.includes('/:slug?')) return variantsOf(path.replace('/:slug?', ''));
  const whole = path.replace('*', 'unknown').replace(/:id\b\??/, 'i1');
  return path.includes(':id?') ? [path.replace('/:id?', ''), whole] : [whole];
}
