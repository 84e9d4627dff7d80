import { listHeadings } from '#app/items/collection/capitalize.ts';
import type { Collections } from '#app/items/collection/collection.ts';
import type { FacetContext } from '#app/items/collection/facets.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { readContext, requestContextKey } from '#app/people/request/context.ts';
import { fileNameOf, widthFor } from '#app/platform/media/picture-sizes.ts';
import { findPicture } from '#app/platform/media/picture-store.server.ts';
import { IdleThread } from '#app/platform/threads/idle-thread.server.ts';
import { townAndStateOf } from '#app/town/town-names.ts';
import type { Route } from './+types/share-image';
import { type DrawnPicture, PICTURE_SIZE, type PictureFile, type SharePicture } from './share-picture.ts';

/** A share picture with the id of the item's lead picture. */
type FoundPicture = SharePicture & { picture?: string | null | undefined };

/** The share image of an item, or of the site. 404 for unknown items. */
export async function loader(args: Route.LoaderArgs) {
  const requestContext = readContext(args);
  const { section, id } = args.params;
  const picture: FoundPicture | undefined =
    section && id ? await findSharePicture(requestContext, section, id) : siteSharePicture(requestContext);
  if (!picture) return new Response('This picture does not exist.\n', { status: 404, headers: plain });
  const drawing = drawInThread(await withFiles(picture, args));
  if (!drawing)
    return new Response('Too many pictures are being requested.\n', { status: 503, headers: busy });
  const { bytes, type } = await drawing;
  return new Response(bytes, { headers: { 'Content-Type': type } });
}

/**
 * With the files that it shows: of its lead picture and the site's logo, or of the site's share image if the item has no
 * picture of its own.
 */
async function withFiles(
  { picture: id, ...picture }: FoundPicture,
  args: Route.LoaderArgs,
): Promise<SharePicture> {
  const { shareImage, logo: logoId } = readContext(args).town;
  const lead = id ? await readPicture(args, id) : undefined;
  const whole = !lead && !picture.image && shareImage ? await readPicture(args, shareImage) : undefined;
  if (whole) return { ...picture, whole };
  return { ...picture, lead, logo: logoId ? (await readPicture(args, logoId, 'webp'))?.bytes : undefined };
}

/** Undefined if it can't be read: a share image without its picture is better than none. A logo's WebP is transparent. */
async function readPicture(
  args: Route.LoaderArgs,
  id: string,
  format: 'jpeg' | 'webp' = 'jpeg',
): Promise<PictureFile | undefined> {
  const { read, services } = args.context.get(requestContextKey);
  const picture = await findPicture(read, id);
  if (!picture) return undefined;
  const { width, height, focalPoint } = picture;
  const wanted = Math.max(PICTURE_SIZE.width, (PICTURE_SIZE.height * width) / height);
  const name = fileNameOf(id, widthFor(picture, wanted), format);
  const bytes = await services.media.files.read(name).catch(() => undefined);
  return bytes && { bytes, focalPoint };
}

const plain = { 'Content-Type': 'text/plain; charset=utf-8' };
const busy = { ...plain, 'Retry-After': '5' };

type RequestContext = FacetContext & { collections: Collections };

/** The share image of an item; undefined if there is no such item. `section` is a collection's name. */
async function findSharePicture(
  requestContext: RequestContext,
  section: string,
  id: string,
): Promise<FoundPicture | undefined> {
  const { collections, town, siteUrl } = requestContext;
  const collection = Object.hasOwn(collections, section) ? collections[section] : undefined;
  const words = isItemId(id) ? await collection?.facets.findSharePicture?.(requestContext, id) : undefined;
  return words && { ...words, section, siteTitle: town.title, image: ownImage(words.image, siteUrl) };
}

/** The share image of pages without their own. */
function siteSharePicture({ town, collections }: RequestContext): SharePicture {
  const pictured = Object.values(collections).filter(({ facets: { findSharePicture } }) => findSharePicture);
  const place = townAndStateOf(town);
  const foot = `${listHeadings(pictured)} of ${place}`;
  return { section: 'site', siteTitle: town.title, headline: town.title, foot, image: undefined };
}

/** The path of an image on this site. No other is loaded: viewing a link must not make the site send requests. */
function ownImage(src: string | undefined, siteUrl: string): string | undefined {
  const path = src?.startsWith(`${siteUrl}/`) ? src.slice(siteUrl.length) : src;
  return path?.startsWith('/') ? path : undefined;
}

/** One is drawn, the others wait. */
const MOST_WAITING = 8;

const thread = new IdleThread<SharePicture, DrawnPicture>('picture-thread', import.meta.url);

/** The image; undefined when too many wait already. Rejects when it cannot be drawn within ten seconds. */
function drawInThread(picture: SharePicture): Promise<DrawnPicture> | undefined {
  return thread.pending > MOST_WAITING ? undefined : thread.run(picture);
}
