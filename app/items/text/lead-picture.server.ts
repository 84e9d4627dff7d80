import type { ReadDb } from '#app/platform/database/handles.ts';
import { pictureIdOf } from '#app/platform/media/picture-sizes.ts';
import { findPicture, listPicturesById, type Picture } from '#app/platform/media/picture-store.server.ts';
import { countUses } from '#app/platform/media/picture-uses.server.ts';
import type { ShownPicture } from '#app/platform/media/shown-picture.ts';

type Pictured = { picture?: string | null | undefined; image?: { src: string } | null };

/**
 * The items with their lead pictures instead of the pictures' ids; without one, the first picture of the text where that
 * is one of the library. One query for all of them, none without any.
 */
export async function withLeadPictures<Item extends Pictured>(
  db: ReadDb,
  items: Item[],
): Promise<(Omit<Item, 'picture'> & { picture: ShownPicture | null })[]> {
  const idOf = ({ picture, image }: Pictured) => picture ?? pictureIdOf(image?.src ?? '') ?? '';
  const ids = [...new Set(items.map(idOf).filter(Boolean))];
  const found = new Map(
    (await listPicturesById(db, ids)).map((picture) => [picture.id, shownPicture(picture)]),
  );
  return items.map((item) => ({ ...item, picture: found.get(idOf(item)) ?? null }));
}

/** The lead picture of one item; null if it has none. */
export async function findLeadPicture(
  db: ReadDb,
  { picture }: { picture?: string | null | undefined },
): Promise<ShownPicture | null> {
  const found = picture ? await findPicture(db, picture) : undefined;
  return found ? shownPicture(found) : null;
}

/** What a form shows of the chosen picture: `uses` is in how many items it was a moment ago. */
export type PictureChoice = Pick<
  Picture,
  'id' | 'name' | 'width' | 'height' | 'alt' | 'decorative' | 'focalPoint'
> & { uses: number };

/** By the names of a form's fields; null for a field without a picture. */
export type PictureChoices = Record<string, PictureChoice | null>;

/** The pictures with these ids, as a form shows them. */
export async function listChoices(db: ReadDb, ids: string[]): Promise<PictureChoice[]> {
  const found = await listPicturesById(db, ids);
  const uses = await countUses(
    db,
    found.map(({ id }) => id),
  );
  return found.map(({ id, name, width, height, alt, decorative, focalPoint }) => ({
    ...{ id, name, width, height, alt, decorative, focalPoint },
    uses: uses.get(id) ?? 0,
  }));
}

/** What pages show of a picture. */
export function shownPicture(picture: Picture): ShownPicture {
  const { id, width, height, alt, caption, credit, focalPoint, color } = picture;
  return { id, width, height, alt: alt ?? '', caption, credit, focalPoint, color };
}
