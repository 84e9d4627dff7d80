import { readVisit } from '#app/context.ts';
import type { Route } from './+types/share-image';
import { drawInThread } from './picture-drawer.server.ts';
import { findSharePicture, siteSharePicture } from './shared-things.server.ts';

/** The share image of an item, or of the site. 404 for unknown items. */
export async function loader(args: Route.LoaderArgs) {
  const visit = readVisit(args);
  const { section, id } = args.params;
  const picture = section && id ? await findSharePicture(visit, section, id) : siteSharePicture(visit);
  if (!picture) return new Response('This picture does not exist.\n', { status: 404, headers: plain });
  const drawn = drawInThread(picture);
  if (!drawn) return new Response('Too many pictures are being requested.\n', { status: 503, headers: busy });
  return new Response(await drawn, { headers: { 'Content-Type': 'image/png' } });
}

const plain = { 'Content-Type': 'text/plain; charset=utf-8' };
const busy = { ...plain, 'Retry-After': '5' };
