/** Which files a picture has: all of it follows from its id and its size, so that no page has to look them up. */

/** A stored picture's id and its size as uploaded, in pixels, after rotation. */
export type PictureSize = { id: string; width: number; height: number };

/** From the best to the one that every browser reads. */
export const FORMATS = ['avif', 'webp', 'jpeg'] as const;

export type PictureFormat = (typeof FORMATS)[number];

const WIDTHS = [320, 640, 960, 1280, 1920];
/** Of a picture that is much taller than wide. */
const MOST_HEIGHT = 2560;

/** The widths that a picture is stored in, in ascending order. It is never enlarged. */
export function widthsOf({ width, height }: Omit<PictureSize, 'id'>): number[] {
  const byHeight = Math.floor((width * MOST_HEIGHT) / height);
  const largest = Math.max(1, Math.min(width, WIDTHS.at(-1) as number, byHeight));
  return [...WIDTHS.filter((each) => each < largest), largest];
}

/** The height of the file that is `width` wide. */
export function heightAt(size: Omit<PictureSize, 'id'>, width: number): number {
  return Math.max(1, Math.round((size.height * width) / size.width));
}

/** The stored width that is nearest to `wanted`, but not below it where there is a wider one. */
export function widthFor(size: Omit<PictureSize, 'id'>, wanted: number): number {
  const widths = widthsOf(size);
  return widths.find((width) => width >= wanted) ?? (widths.at(-1) as number);
}

export function fileNameOf(id: string, width: number, format: PictureFormat): string {
  return `${id}-${width}.${format}`;
}

/** The names of all files of a picture. */
export function fileNamesOf(picture: PictureSize): string[] {
  return widthsOf(picture).flatMap((width) => FORMATS.map((format) => fileNameOf(picture.id, width, format)));
}

/** The path of a picture as JPEG, at least `wanted` pixels wide if it is that large. */
export function pictureAddress(picture: PictureSize, wanted = Number.POSITIVE_INFINITY): string {
  return `/media/${fileNameOf(picture.id, widthFor(picture, wanted), 'jpeg')}`;
}

/** The addresses of one format for `srcset`. */
export function sourceSetOf(picture: PictureSize, format: PictureFormat): string {
  return widthsOf(picture)
    .map((width) => `/media/${fileNameOf(picture.id, width, format)} ${width}w`)
    .join(', ');
}

export type PictureFile = { id: string; width: number; format: PictureFormat };

const FILE_NAME = /^([0-9a-f]{32})-([1-9]\d{0,3})\.(avif|webp|jpeg)$/;

/** The picture that a file's name belongs to; undefined for every other name. */
export function readFileName(name: string): PictureFile | undefined {
  const [, id, width, format] = FILE_NAME.exec(name) ?? [];
  return id && width && format ? { id, width: Number(width), format: format as PictureFormat } : undefined;
}

/** The id of the picture at an address of this site; undefined for every other address. */
export function pictureIdOf(address: string): string | undefined {
  const [, name = ''] = /\/media\/([^/?#]+)$/.exec(address) ?? [];
  return readFileName(name)?.id;
}

/** Whether a text has the form of a picture's id. */
export function isPictureId(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{32}$/.test(text);
}

/** The site's logo as pages show it: made from a picture of the library in two sizes, square, with its transparency. */

/** Pixels of a side, for screens with one and with two pixels per dot. */
const SIDES = [64, 128] as const;

export type LogoSide = (typeof SIDES)[number];

/** The path of the logo whose picture has this id, up to its side: '-64.webp' and '-128.webp' follow. */
export function logoStemOf(id: string): string {
  return `/media/logo/${id}`;
}

/** The picture and the size that a logo's file name means; undefined for every other name. */
export function readLogoName(name: string): { id: string; side: LogoSide } | undefined {
  const [, id, digits] = /^([0-9a-f]{32})-(\d+)\.webp$/.exec(name) ?? [];
  const side = SIDES.find((one) => String(one) === digits);
  return id && side ? { id, side } : undefined;
}
