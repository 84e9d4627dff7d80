import * as z from 'zod';
import { focalPoints } from '#app/items/content/picture-words.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import type { Picture } from '#app/platform/media/picture-store.server.ts';
import type { PictureUse } from '#app/platform/media/picture-uses.server.ts';

const use = z.strictObject({
  collection: z.string(),
  id: z.string(),
  title: z.string(),
  place: z.enum(['lead', 'text']),
  state: z.string().meta({ description: "'published', the state of the version that uses it, or 'trash'" }),
});

/** A picture as the API returns it. */
export const pictureOutput = z.strictObject({
  id: z.string(),
  url: z.string().meta({ description: 'The largest JPEG' }),
  name: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string().nullable(),
  decorative: z.boolean(),
  caption: z.string().nullable(),
  credit: z.string().nullable(),
  focalPoint: z.number().int().meta({ description: focalPoints }),
  createdAt: z.iso.datetime(),
  usedBy: z.array(use),
});

/** A picture for the API; `uses` may be those of other pictures too. */
export function pictureJson(
  picture: Picture,
  uses: PictureUse[],
  siteUrl: string,
): z.infer<typeof pictureOutput> {
  const { id, name, width, height, alt, decorative, caption, credit, focalPoint } = picture;
  return {
    id,
    url: siteUrl + pictureAddress(picture),
    name,
    width,
    height,
    alt,
    decorative,
    caption,
    credit,
    focalPoint,
    createdAt: new Date(picture.createdAt).toISOString(),
    usedBy: usesJson(uses.filter((each) => each.picture === id)),
  };
}

export function usesJson(uses: PictureUse[]): z.infer<typeof use>[] {
  return uses.map(({ collection, itemId, title, place, state }) => ({
    collection,
    id: itemId,
    title,
    place,
    state,
  }));
}
