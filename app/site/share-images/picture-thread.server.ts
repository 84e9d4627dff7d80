/** Runs in a thread of its own: text layout would block all readers. */
import { cropPicture, drawPicture } from './draw-picture.server.ts';
import type { DrawnPicture, SharePicture } from './share-picture.ts';

export default async function draw(picture: SharePicture): Promise<DrawnPicture> {
  const cropped = picture.whole && (await cropPicture(picture.whole));
  if (cropped) return { bytes: new Uint8Array(cropped), type: 'image/jpeg' };
  return { bytes: new Uint8Array(await drawPicture(picture)), type: 'image/png' };
}
