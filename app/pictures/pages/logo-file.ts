import { readContext } from '#app/people/request/context.ts';
import { fileNameOf, type LogoSide, readLogoName, widthFor } from '#app/platform/media/picture-sizes.ts';
import { findPicture, type Picture } from '#app/platform/media/picture-store.server.ts';
import { IdleThread } from '#app/platform/threads/idle-thread.server.ts';
import type { Route } from './+types/logo-file';
import { fixed, missing, readStored } from './media-response.server.ts';

/** The site's logo in one of its sizes, square; 404 for every other picture. Its bytes never change. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readContext(args);
  const { name } = args.params;
  const { id, side } = readLogoName(name) ?? {};
  const picture = id !== undefined && id === town.logo ? await findPicture(read, id) : undefined;
  if (!picture || !side) return missing();
  const bytes = drawn.get(name) ?? (await draw(args, picture, side));
  if (bytes instanceof Response) return bytes;
  if (!drawn.has(name) && drawn.size >= MOST_KEPT) drawn.clear();
  drawn.set(name, bytes);
  return new Response(bytes, { headers: { ...fixed, 'Content-Type': 'image/webp' } });
}

/** By name: what was drawn, a few kilobytes each. */
const drawn = new Map<string, Uint8Array<ArrayBuffer>>();
const MOST_KEPT = 4;

type Order = { file: Uint8Array; side: LogoSide };
const thread = new IdleThread<Order, Uint8Array<ArrayBuffer>>('logo-thread', import.meta.url);

async function draw(args: Route.LoaderArgs, picture: Picture, side: LogoSide) {
  const file = await readStored(args, fileNameOf(picture.id, widthFor(picture, side), 'webp'));
  return file instanceof Response ? file : thread.run({ file, side });
}
