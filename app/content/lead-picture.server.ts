import type { Problem } from '#app/collection/problem.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { pictureAddress } from '#app/media/picture-sizes.ts';
import {
  findPicture,
  listPictures,
  listPicturesById,
  type Picture,
} from '#app/media/picture-store.server.ts';
import type { ShownPicture } from '#app/ui/picture.tsx';

/** What is wrong with the lead picture of an item that is saved: it is not in the library. */
export async function findPictureProblems(db: ReadDb, item: object): Promise<Problem[] | undefined> {
  const { picture } = item as { picture?: unknown };
  if (typeof picture !== 'string' || (await findPicture(db, picture))) return undefined;
  return [{ field: 'picture', message: 'This picture is not in the library' }];
}

/** The items with their lead pictures instead of the pictures' ids: one query for all of them, none without any. */
export async function withLeadPictures<Item extends { picture?: string | null | undefined }>(
  db: ReadDb,
  items: Item[],
): Promise<(Omit<Item, 'picture'> & { picture: ShownPicture | null })[]> {
  const ids = [...new Set(items.flatMap(({ picture }) => picture ?? []))];
  const found = new Map(
    (await listPicturesById(db, ids)).map((picture) => [picture.id, shownPicture(picture)]),
  );
  return items.map((item) => ({ ...item, picture: found.get(item.picture ?? '') ?? null }));
}

/** The lead picture of one item; null if it has none. */
export async function findLeadPicture(
  db: ReadDb,
  { picture }: { picture?: string | null | undefined },
): Promise<ShownPicture | null> {
  const found = picture ? await findPicture(db, picture) : undefined;
  return found ? shownPicture(found) : null;
}

/** How many of the newest pictures a form offers. */
const CHOICES = 12;

/** A picture that a form offers: its file's name, and the address of a small size. The first is none. */
export type PictureChoice = { id: string; name: string; src: string };

/** What a form offers as lead picture: the item's own first, then the newest. */
export async function listChoices(db: ReadDb, own: unknown): Promise<PictureChoice[]> {
  const { items } = await listPictures(db, {}, { limit: CHOICES });
  const current = typeof own === 'string' && own ? await findPicture(db, own) : undefined;
  const others = items.filter(({ id }) => id !== own);
  const choices = [...(current ? [current] : []), ...others].map((picture) => ({
    id: picture.id,
    name: picture.name,
    src: pictureAddress(picture, 320),
  }));
  return choices.length > 0 ? [{ id: '', name: 'None', src: '' }, ...choices] : [];
}

/** What pages show of a picture. */
export function shownPicture(picture: Picture): ShownPicture {
  const { id, width, height, alt, caption, credit, focalPoint, color } = picture;
  return { id, width, height, alt: alt ?? '', caption, credit, focalPoint, color };
}
