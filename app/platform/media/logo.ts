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
