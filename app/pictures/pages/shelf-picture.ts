import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import type { Picture } from '#app/platform/media/picture-store.server.ts';
import { focusClassOf } from '#app/platform/media/shown-picture.ts';

/** A picture as the library shows it. */
export type ShelfPicture = {
  id: string;
  name: string;
  /** The address of a small size. */
  src: string;
  focus: string | undefined;
  /** '2400 × 1600' */
  size: string;
  /** 'Used in 2 places' or 'Not used' */
  use: string;
  /** Neither has alternative text nor is decorative. */
  isUndescribed: boolean;
};

/** `uses` is in how many items it is. */
export function shelfPicture(picture: Picture, uses: number, number: Intl.NumberFormat): ShelfPicture {
  const { id, name, width, height, alt, decorative } = picture;
  return {
    id,
    name,
    src: pictureAddress(picture, 320),
    focus: focusClassOf(picture),
    size: `${width} × ${height}`,
    use: sayUses(uses, number),
    isUndescribed: alt === null && !decorative,
  };
}

function sayUses(uses: number, number: Intl.NumberFormat): string {
  if (uses === 0) return 'Not used';
  return `Used in ${uses === 1 ? '1 place' : `${number.format(uses)} places`}`;
}
