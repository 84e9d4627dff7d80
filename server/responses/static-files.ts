/** The files of the build: few, small and never changing while the server runs, so requested files stay in memory. */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { type Encoding, encodingFor, etagOf, sendVariant, type Variant } from './variant.ts';

/** Serves GET and HEAD of a file of the build and returns whether it was one. */
export type StaticFiles = (message: IncomingMessage, response: ServerResponse) => boolean;

/** Builds with a name each in the folder `parent`; their public files are `inside`. */
export type OtherBuilds = { parent: string; inside: string };

type StaticFile = { address: string; paths: Partial<Record<Encoding, string>> & { identity: string } };

const EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/**
 * The files below `folder` by their addresses, with those that the build has compressed, each sent with the `fixed`
 * headers. Reads names now, contents later; a file that is gone by then is not found. A file below /assets/ that this
 * build lacks is looked up in `others`, folders with one folder per build: a page may have been served from one of those.
 */
export function openStaticFiles(
  folder: string,
  fixed: Record<string, string> = {},
  others: OtherBuilds[] = [],
): StaticFiles {
  const files = listFiles(folder);
  const variants = new Map<string, Variant>();

  function variantOf(file: StaticFile, encoding: Encoding): Variant | undefined {
    const path = file.paths[encoding] ?? file.paths.identity;
    const variant = variants.get(path) ?? readVariant(file, path, fixed);
    if (variant) variants.set(path, variant);
    return variant;
  }

  function findElsewhere(address: string): StaticFile | undefined {
    const file = ASSET.test(address) ? findInBuilds(others, address) : undefined;
    if (file) files.set(address, file);
    return file;
  }

  return (message, response) => {
    if (message.method !== 'GET' && message.method !== 'HEAD') return false;
    const path = pathOf(message.url ?? '');
    const file = files.get(path) ?? findElsewhere(path);
    const variant = file && variantOf(file, encodingFor(message.headers['accept-encoding']));
    if (!variant) return false;
    sendVariant(message, response, variant);
    return true;
  };
}

/** Files named by their content, in one folder. */
const ASSET = /^\/assets\/\w[\w.-]*(?<!\.(br|gz))$/;

function findInBuilds(others: OtherBuilds[], address: string): StaticFile | undefined {
  const folders = others.flatMap(({ parent, inside }) =>
    listNames(parent).map((name) => join(parent, name, inside)),
  );
  for (const folder of folders) {
    const path = join(folder, address);
    if (!existsSync(path)) continue;
    const file: StaticFile = { address, paths: { identity: path } };
    for (const [encoding, extension] of Object.entries(EXTENSIONS))
      if (existsSync(path + extension)) file.paths[encoding as Encoding] = path + extension;
    return file;
  }
  return undefined;
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function listFiles(folder: string): Map<string, StaticFile> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name));
  const known = new Set(paths);
  const files = new Map<string, StaticFile>();
  for (const path of paths) {
    if (/\.(br|gz)$/.test(path) && known.has(path.slice(0, -3))) continue;
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    const file: StaticFile = { address, paths: { identity: path } };
    for (const [encoding, extension] of Object.entries(EXTENSIONS))
      if (known.has(path + extension)) file.paths[encoding as Encoding] = path + extension;
    files.set(address, file);
  }
  return files;
}

function pathOf(address: string): string {
  const at = address.indexOf('?');
  return at < 0 ? address : address.slice(0, at);
}

/** Undefined when the file is gone: the site was rebuilt while it runs. */
function readVariant(
  { address, paths }: StaticFile,
  path: string,
  fixed: Record<string, string>,
): Variant | undefined {
  const body = readIfThere(path);
  const content = path === paths.identity ? body : readIfThere(paths.identity);
  if (!body || !content) return undefined;
  const encoding = path === paths.br ? 'br' : path === paths.gzip ? 'gzip' : 'identity';
  const etag = etagOf(hash('sha256', content, 'base64url').slice(0, 22), encoding);
  const isCompressed = paths.br !== undefined || paths.gzip !== undefined;
  const shared = [
    ...Object.entries({ ...fixed, ...headersOf(address) }).flat(),
    ...(isCompressed ? ['Vary', 'Accept-Encoding'] : []),
  ];
  return {
    etag,
    body,
    headers: [
      ...shared,
      'ETag',
      etag,
      'Content-Type',
      typeOf(address),
      'Content-Length',
      String(body.length),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ],
    notModified: shared,
  };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const YEAR_S = 31_536_000;

/** Files named by their content never change. */
function headersOf(address: string): Record<string, string> {
  const isNamedByContent = address.startsWith('/assets/');
  return {
    'Cache-Control': isNamedByContent ? `public, max-age=${YEAR_S}, immutable` : 'public, max-age=3600',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    // Shown in emails and feed readers, like the pictures of the library.
    ...(address.startsWith('/illustrations/') ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
  };
}

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml',
  webmanifest: 'application/manifest+json',
};

function typeOf(address: string): string {
  return TYPES[address.slice(address.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
