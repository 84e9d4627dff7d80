import type { RouterContextProvider } from 'react-router';
import { isHeld } from '#app/items/collection/entity-tag.ts';
import { requestContextKey } from '#app/people/request/context.ts';
import { type DocumentType, MIME_TYPES } from '#app/platform/document-reader/document-facts.ts';
import { isBucketError } from '#app/platform/media/bucket-files.server.ts';

type StoredFile = { file: string; name: string; type: string; bytes: number; sha256: string };

/** The response to a request for a document that is not there, or not for this reader. */
export function missingDocument(): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  return new Response('This document does not exist.\n', { status: 404, headers });
}

/**
 * A document's file, never as something that runs (R-44, R-46): as an attachment, of exactly its type, in a sandbox. Caches
 * must ask each time, because a file can be replaced, or no longer be for readers. The whole file or one range of it
 * (RFC 9110 section 14).
 */
export async function documentResponse(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  { file, name, type, bytes, sha256 }: StoredFile,
  visibility: 'public' | 'private',
): Promise<Response> {
  const etag = `"${sha256.slice(0, 32)}"`;
  const headers: Record<string, string> = {
    'Cache-Control': visibility === 'public' ? 'public, no-cache' : 'private, no-store',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Disposition': dispositionOf(name),
    'Content-Type': MIME_TYPES[type as DocumentType],
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  };
  if (isHeld(etag, request.headers.get('If-None-Match'))) return new Response(null, { status: 304, headers });
  const range = rangeOf(request, bytes, etag);
  if (range === 'outside')
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${bytes}` } });
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  headers['Content-Length'] = String(end - start + 1);
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${bytes}`;
  const { media, log } = context.get(requestContextKey).services;
  try {
    if (!(await media.files.find(file))) return missingDocument();
    const body = request.method === 'HEAD' ? null : await media.files.stream(file, start, end);
    return new Response(body, { status: range ? 206 : 200, headers });
  } catch (error) {
    if (!isBucketError(error)) throw error;
    log.error({ err: error }, 'a document could not be read');
    return unreachable();
  }
}

function unreachable(): Response {
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '30',
  };
  return new Response('This document can’t be loaded right now.\n', { status: 503, headers });
}

/** Undefined for the whole file; several ranges are the whole file. */
function rangeOf(
  { headers }: Request,
  size: number,
  etag: string,
): { start: number; end: number } | 'outside' | undefined {
  const range = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('Range') ?? '');
  const condition = headers.get('If-Range');
  if (!range || range[0] === 'bytes=-' || (condition && condition !== etag)) return undefined;
  const [, from = '', to = ''] = range;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'outside' : { start, end };
}

/** RFC 6266: the name as it is, and for old programs one of ASCII alone. */
function dispositionOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '');
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
