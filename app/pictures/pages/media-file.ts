import { sourcesOf } from '#app/items/collection/collection.ts';
import { isHeld } from '#app/items/collection/entity-tag.ts';
import { isEditor } from '#app/people/accounts/viewer.ts';
import { readContext } from '#app/people/request/context.ts';
import { isHiddenPicture } from '#app/platform/media/hidden-picture.server.ts';
import { type PictureFile, readFileName, widthsOf } from '#app/platform/media/picture-sizes.ts';
import { findPicture } from '#app/platform/media/picture-store.server.ts';
import type { Route } from './+types/media-file';
import { fixed, missing, readStored } from './media-response.server.ts';

/**
 * A file of a picture in the library; 404 for everything else, and for a picture that a stranger sent until
 * something public uses it. Its bytes never change.
 */
export async function loader(args: Route.LoaderArgs) {
  const file = readFileName(args.params.name);
  if (!file || !(await isRegistered(args, file))) return missing();
  const { read, collections, viewer } = readContext(args);
  const isHidden = await isHiddenPicture(read, sourcesOf(collections), file.id);
  if (isHidden && !isEditor(viewer)) return missing();
  const { request } = args;
  const etag = `"${file.id}-${file.width}-${file.format}"`;
  const headers = {
    ...fixed,
    ...(isHidden ? { 'Cache-Control': 'private, no-store' } : {}),
    'Accept-Ranges': 'bytes',
    'Content-Type': `image/${file.format}`,
    ETag: etag,
  };
  if (isHeld(etag, request.headers.get('If-None-Match'))) return new Response(null, { status: 304, headers });
  const bytes = await readStored(args, args.params.name);
  return bytes instanceof Response ? bytes : ranged(bytes, request, headers, etag);
}

async function isRegistered(args: Route.LoaderArgs, { id, width }: PictureFile): Promise<boolean> {
  const picture = await findPicture(readContext(args).read, id);
  return picture !== undefined && widthsOf(picture).includes(width);
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
