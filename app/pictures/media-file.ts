import { readVisit, visitContext } from '#app/context.ts';
import { isBucketError } from '#app/media/bucket-files.server.ts';
import { type PictureFile, readFileName, widthsOf } from '#app/media/picture-sizes.ts';
import { findPicture } from '#app/media/picture-store.server.ts';
import type { Route } from './+types/media-file';

/** A file of a picture in the library; 404 for everything else. Its bytes never change. */
export async function loader(args: Route.LoaderArgs) {
  const file = readFileName(args.params.name);
  if (!file || !(await isRegistered(args, file))) return missing();
  const { request } = args;
  const etag = `"${file.id}-${file.width}-${file.format}"`;
  const headers = { ...fixed, 'Content-Type': `image/${file.format}`, ETag: etag };
  if (request.headers.get('If-None-Match')?.includes(etag))
    return new Response(null, { status: 304, headers });
  const { media, log } = args.context.get(visitContext).services;
  const bytes = await media.files.read(args.params.name).catch((error) => {
    if (!isBucketError(error)) throw error;
    log.error({ err: error }, 'a picture could not be read');
    return error;
  });
  if (isBucketError(bytes)) return unreachable();
  if (!bytes) return missing();
  return ranged(bytes, request, headers, etag);
}

async function isRegistered(args: Route.LoaderArgs, { id, width }: PictureFile): Promise<boolean> {
  const picture = await findPicture(readVisit(args).read, id);
  return picture !== undefined && widthsOf(picture).includes(width);
}

const fixed = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Accept-Ranges': 'bytes',
};

function missing(): Response {
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

/** The whole file or one range of it (RFC 9110 section 14); several ranges are the whole file. */
function ranged(
  bytes: Uint8Array<ArrayBuffer>,
  { headers: asked }: Request,
  headers: Record<string, string>,
  etag: string,
): Response {
  const range = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked.get('Range') ?? '');
  const condition = asked.get('If-Range');
  const size = bytes.byteLength;
  if (!range || range[0] === 'bytes=-' || (condition && condition !== etag))
    return new Response(bytes, { headers: { ...headers, 'Content-Length': String(size) } });
  const [, from = '', to = ''] = range;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end || start >= size)
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } });
  return new Response(bytes.subarray(start, end + 1), {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(end - start + 1),
      'Content-Range': `bytes ${start}-${end}/${size}`,
    },
  });
}
