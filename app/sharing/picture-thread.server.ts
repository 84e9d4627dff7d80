/** Runs in a thread of its own: text layout would block all readers. */
import { drawPicture } from './draw-picture.server.ts';
import type { SharePicture } from './share-picture.ts';

export default async function draw(picture: SharePicture): Promise<Uint8Array> {
  return new Uint8Array(await drawPicture(picture));
}
