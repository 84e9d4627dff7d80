import type { RouterContextProvider } from 'react-router';
import { requestContextKey } from '#app/people/request/context.ts';
import { isBucketError } from '#app/platform/media/bucket-files.server.ts';

/** Of files whose bytes never change, which other sites may show. */
export const fixed = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

export function missing(): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  return new Response('This picture does not exist.\n', { status: 404, headers });
}

function unreachable(): Response {
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '30',
  };
  return new Response('This picture can’t be loaded right now.\n', { status: 503, headers });
}

/** The bytes of a stored file, or the response when there are none: 404 without it, 503 without the bucket. */
export async function readStored(
  { context }: { context: Readonly<RouterContextProvider> },
  name: string,
): Promise<Uint8Array<ArrayBuffer> | Response> {
  const { media, log } = context.get(requestContextKey).services;
  try {
    return (await media.files.read(name)) ?? missing();
  } catch (error) {
    if (!isBucketError(error)) throw error;
    log.error({ err: error }, 'a picture could not be read');
    return unreachable();
  }
}
