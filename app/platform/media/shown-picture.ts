import type { PictureSize } from './picture-sizes.ts';

/** A picture of the library as pages show it. */
export type ShownPicture = PictureSize & {
  alt: string;
  caption: string | null;
  credit: string | null;
  /** 1 to 9, by rows from the top left. */
  focalPoint: number;
  /** Shown until it is loaded: its average, as #rrggbb. */
  color: string;
};

/** The ratio of the crops of public pages. */
const CROP = 3 / 2;

/** At which edge a crop stays, as a class: it cuts off either the sides, or the top and the bottom. */
export function focusClassOf(
  { width, height, focalPoint }: Pick<ShownPicture, 'width' | 'height' | 'focalPoint'>,
  ratio = CROP,
): string | undefined {
  const isWide = width / height > ratio;
  const place = isWide ? (focalPoint - 1) % 3 : Math.floor((focalPoint - 1) / 3);
  return [isWide ? 'at-w' : 'at-n', undefined, isWide ? 'at-e' : 'at-s'][place];
}
