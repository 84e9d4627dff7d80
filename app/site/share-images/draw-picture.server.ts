/** Text is drawn with the site's own fonts, so an image is the same on every machine. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import satori, { type Font } from 'satori';
import sharp, { type Sharp } from 'sharp';
import { focalPosition } from '#app/platform/media/focal-position.ts';
import { IMAGE_WIDTH, layOutPicture, PAPER } from './picture-layout.server.ts';
import { PICTURE_SIZE, type PictureFile, type SharePicture } from './share-picture.ts';

// One image at a time, on one core: readers have priority.
sharp.concurrency(1);
sharp.cache(false);

const { resolve: findPackageFile } = createRequire(import.meta.url);

const families = [
  { name: 'Newsreader', files: '@fontsource/newsreader/files/newsreader' },
  { name: 'Public Sans', files: '@fontsource/public-sans/files/public-sans' },
];

const parts = [
  { part: 'latin', suffix: '' },
  { part: 'latin-ext', suffix: ' Extended' },
  { part: 'vietnamese', suffix: ' Vietnamese' },
];

const fonts: Font[] = families.flatMap(({ name, files }) =>
  parts.map(({ part, suffix }) => ({
    name: `${name}${suffix}`,
    weight: 600,
    style: 'normal',
    data: readFileSync(findPackageFile(`${files}-${part}-600-normal.woff`)),
  })),
);

/** The site's own files: of the build, or of the sources. */
const folder = ['../client', '../../../public']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

/** */
const MOST_PIXELS = 40_000_000;

/** Draws the image as PNG, 1200 by 630 pixels. A picture that can't be read is left out. */
export async function drawPicture(picture: SharePicture): Promise<Buffer> {
  const image = await loadImage(picture);
  const layout = layOutPicture(picture, image !== undefined, await loadLogo(picture));
  const svg = await satori(layout, { ...PICTURE_SIZE, fonts });
  const drawn = sharp(Buffer.from(svg));
  const left = PICTURE_SIZE.width - IMAGE_WIDTH;
  if (image) drawn.composite([{ input: image, left, top: 0 }]);
  return drawn.removeAlpha().png({ compressionLevel: 6 }).toBuffer();
}

async function loadImage({ image, lead }: SharePicture): Promise<Buffer | undefined> {
  const file = lead?.bytes ?? (image && findOwnFile(image));
  if (!file) return undefined;
  return cut(file, IMAGE_WIDTH, lead?.focalPoint)
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => undefined);
}

/** The logo as a data URL, whole within a square; undefined without one that can be read. */
async function loadLogo({ logo }: SharePicture): Promise<string | undefined> {
  if (!logo) return undefined;
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const png = await sharp(logo, { limitInputPixels: MOST_PIXELS })
    .resize(LOGO_SIDE, LOGO_SIDE, { fit: 'contain', background })
    .png()
    .toBuffer()
    .catch(() => undefined);
  return png && `data:image/png;base64,${png.toString('base64')}`;
}

/** As large as a logo is drawn. */
const LOGO_SIDE = 240;

/** The picture as JPEG, 1200 by 630 pixels around its focal point; undefined if it can't be read. */
export async function cropPicture({ bytes, focalPoint }: PictureFile): Promise<Buffer | undefined> {
  return cut(bytes, PICTURE_SIZE.width, focalPoint)
    .jpeg({ quality: 82, progressive: true })
    .toBuffer()
    .catch(() => undefined);
}

function cut(file: string | Uint8Array, width: number, focalPoint?: number): Sharp {
  const position = focalPosition(focalPoint);
  return sharp(file, { limitInputPixels: MOST_PIXELS })
    .rotate()
    .resize(width, PICTURE_SIZE.height, { fit: 'cover', position })
    .flatten({ background: PAPER });
}

function findOwnFile(address: string): string | undefined {
  if (!folder || !/^\/[\w./-]+$/.test(address)) return undefined;
  const file = resolve(folder, `.${address}`);
  return file.startsWith(folder + sep) && existsSync(file) ? file : undefined;
}
