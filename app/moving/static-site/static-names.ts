/** The names of the files of a static site: addresses of the site on one side, files with relative links on the other. */
import { createHash } from 'node:crypto';
import type { Collections } from '#app/items/collection/collection.ts';
import type { SiteRoute } from '#app/people/request/route-facts.ts';

/**
 * What a file contains: the page or file that the site has at `address` (path and query), a file of the build, or one
 * that only a static site has.
 */
export type StaticTarget = { kind: 'address' | 'asset' | 'own'; address: string; file: string };

type NameSources = {
  /** The site's public origin. */
  siteUrl: string;
  collections: Collections;
  findRoute: (path: string) => { route: SiteRoute; params: Record<string, string | undefined> } | undefined;
  /** Whether the build has this file: '/assets/a.css'. */
  hasAsset: (path: string) => boolean;
};

/** The target of an address of the site; undefined for what a static site does not have. Each target has one name. */
export type StaticNames = (url: URL) => StaticTarget | undefined;

/** Search without a server, and the list of everything. */
const OWN = /^\/(search|all|all\/[a-z]+-\d+)$/;

const CURSORS = new Set(['after', 'before']);

export function openStaticNames({ collections, findRoute, hasAsset }: NameSources): StaticNames {
  const names = openUniqueNames();
  return (url) => {
    const parts = decodedSegments(url.pathname);
    if (!parts) return undefined;
    const path = `/${parts.join('/')}`;
    if (hasAsset(path)) return { kind: 'asset', address: path, file: path.slice(1) };
    if (path === '/') return { kind: 'address', address: '/articles', file: 'articles/index.html' };
    if (OWN.test(path)) return { kind: 'own', address: path, file: `${path.slice(1)}/index.html` };
    if (path.startsWith('/search/')) return { kind: 'own', address: path, file: path.slice(1) };
    const found = findRoute(url.pathname);
    if (!found || !(found.route.asFile || found.route.inSitemap)) return undefined;
    const { route, params } = found;
    const segments = segmentsOf(parts, route.pattern);
    const query = queryOf(url.searchParams, route, params, collections);
    if (!query || Object.keys(query).filter((name) => name !== 'page').length > 1) return undefined;
    const search = new URLSearchParams(query).toString();
    const at = `/${segments.map(encodeURIComponent).join('/')}`;
    const address = search ? `${at}?${search}` : at;
    return { kind: 'address', address, file: names(fileOf(asNames(segments, route), query), address) };
  };
}

/** The last segment of a document's address is the name of its file, whose ending must stay. */
function asNames(segments: string[], { pattern }: SiteRoute): string[] {
  const [, stem, ending] = /^(.+)(\.\w+)$/.exec(segments.at(-1) ?? '') ?? [];
  if (pattern !== 'documents/:id/:name' || !stem) return segments;
  return [...segments.slice(0, -1), safeName(stem) + ending];
}

/** Readable titles at the end of addresses are left out: they change, and an item is one file. */
function segmentsOf(segments: string[], pattern: string): string[] {
  return pattern.endsWith('/:slug?') ? segments.slice(0, pattern.split('/').length - 1) : segments;
}

/** The parameters that tell pages apart, sorted; page numbers instead of cursors. Undefined where nothing is public. */
function queryOf(
  query: URLSearchParams,
  { cache }: SiteRoute,
  params: Record<string, string | undefined>,
  collections: Collections,
): Record<string, string> | undefined {
  if (!cache) return {};
  const known = cache(query, params as Record<string, string>, collections);
  if (!known) return undefined;
  const kept = Object.entries(known).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !CURSORS.has(entry[0]),
  );
  return Object.fromEntries(kept.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** 'articles/page-2/index.html', 'feeds/all-tag-flood.rss'. */
function fileOf(segments: string[], query: Record<string, string>): string {
  const parts = segments.map(safeName);
  const choices = Object.entries(query).map(([name, value]) => safeName(`${name}-${value}`));
  const last = parts.at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  if (dot <= 0) return [...parts, ...choices, 'index.html'].join('/');
  const name = [last.slice(0, dot), ...choices].join('-') + last.slice(dot);
  return [...parts.slice(0, -1), name].join('/');
}

const MOST_CHARACTERS = 80;
/** Names that Windows keeps for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name that every file system and web server accepts; a hash keeps changed names distinct. */
export function safeName(text: string): string {
  const plain = text.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}._~-]+/gu, '-');
  const name = plain
    .slice(0, MOST_CHARACTERS)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll(/^[.-]+|[.-]+$/g, '');
  if (name === text && !DEVICE.test(name)) return name;
  return [name.replaceAll('.', '-'), hashOf(text)].filter(Boolean).join('-');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Most disks don't distinguish upper and lower case: of two names that differ in nothing else, the second gets a hash. */
function openUniqueNames(): (file: string, address: string) => string {
  const owners = new Map<string, string>();
  return (file, address) => {
    const key = file.toLowerCase();
    const owner = owners.get(key) ?? address;
    owners.set(key, owner);
    if (owner === address) return file;
    const hash = hashOf(address);
    return file.endsWith('/index.html')
      ? file.replace(/\/index\.html$/, `-${hash}/index.html`)
      : file.replace(/(\.\w+)$/, `-${hash}$1`);
  };
}

function decodedSegments(pathname: string): string[] | undefined {
  try {
    const segments = pathname.split('/').filter(Boolean).map(decodeURIComponent);
    return segments.some((segment) => /[\0\\]/.test(segment)) ? undefined : segments;
  } catch {
    return undefined;
  }
}

/** The relative link from one file to another. */
export function relativeLink(from: string, to: string): string {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')];
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++;
  const up = here.slice(shared).map(() => '..');
  return [...up, ...there.slice(shared).map(encodeURIComponent)].join('/');
}

/** The public address of a file: folders instead of their index. */
export function publicAddressOf(siteUrl: string, file: string): string {
  return `${siteUrl}/${file
    .replace(/(^|\/)index\.html$/, '$1')
    .split('/')
    .map(encodeURIComponent)
    .join('/')}`;
}
