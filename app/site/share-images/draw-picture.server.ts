import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CSSProperties, createElement as h, type ReactElement } from 'react';
import satori, { type Font } from 'satori';
import sharp, { type Sharp } from 'sharp';
import { focalPosition } from '#app/platform/media/focal-position.ts';
import { drawableText, PICTURE_SIZE, type PictureFile, type SharePicture } from './share-picture.ts';

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

const SERIF = 'Newsreader, Newsreader Extended, Newsreader Vietnamese';
const SANS = 'Public Sans, Public Sans Extended, Public Sans Vietnamese';

const INK = '#191c1b';
const INK_2 = '#464b48';
const PAPER = '#fbfaf7';
const BRAND = '#12463f';
const BRONZE = '#a8721b';

/** The colors of the sections; a section without one has the site's. */
const bars: Record<string, string> = {
  articles: '#a2321f',
  news: '#2a4f79',
  events: '#17624a',
  polls: '#6d3d6c',
  businesses: '#7a580f',
};

/** The width of a story's picture, at the right edge, over the whole height. */
const IMAGE_WIDTH = 480;

/** Short headlines are balanced over their lines, others fill them. */
const MOST_BALANCED = 70;

/**
 * The share image: bar, mark and site name, headline, footer. Without a picture the text has the whole width, and a
 * large mark is on the right. Lines: four for the headline, two for the footer. `logo` is the site's as a data URL, which
 * is shown instead of the belfry.
 */
function layOutPicture(picture: SharePicture, hasImage: boolean, logo: string | undefined): ReactElement {
  const width = hasImage ? PICTURE_SIZE.width - IMAGE_WIDTH : PICTURE_SIZE.width;
  const column = { ...columnStyle, width, borderTop: `14px solid ${bars[picture.section] ?? BRAND}` };
  return h('div', { style: column }, [
    h('div', { key: 'brand', style: brandStyle }, [
      mark(42, logo),
      h('span', { key: 'title', style: { marginLeft: 14 } }, drawableText(picture.siteTitle)),
    ]),
    h('div', { key: 'middle', style: middleStyle }, [
      headline(drawableText(picture.headline) || drawableText(picture.siteTitle), hasImage ? 600 : 780),
      hasImage ? null : mark(240, logo),
    ]),
    h('div', { key: 'foot', style: footStyle }, drawableText(picture.foot)),
  ]);
}

const columnStyle: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  height: PICTURE_SIZE.height,
  boxSizing: 'border-box',
  padding: '56px 56px 52px 64px',
  backgroundColor: PAPER,
  color: INK,
};

const brandStyle: CSSProperties = {
  display: 'flex',
  alignItems: 'center',
  fontFamily: SERIF,
  fontSize: 30,
  color: BRAND,
};

const middleStyle: CSSProperties = {
  display: 'flex',
  flexGrow: 1,
  alignItems: 'center',
  justifyContent: 'space-between',
};

const footStyle: CSSProperties & { lineClamp: number } = {
  display: 'block',
  fontFamily: SANS,
  fontSize: 24,
  lineHeight: 1.3,
  lineClamp: 2,
  color: INK_2,
};

function headline(text: string, width: number): ReactElement {
  const style = {
    display: 'block',
    width,
    fontFamily: SERIF,
    fontSize: 66,
    lineHeight: 1.06,
    letterSpacing: '-0.016em',
    lineClamp: 4,
    wordBreak: 'break-word',
    textWrap: text.length > MOST_BALANCED ? 'wrap' : 'balance',
  } as const;
  return h('div', { key: 'headline', style }, text);
}

const FRAME = 'M16 0 24.5 11H27v3H5v-3h2.5zM7 15h3v13h12V15h3v13h3v4H4v-4h3z';
const BELL = 'M16 15c3.3 0 4.3 2.3 4.5 5l1.5 3.5H10l1.5-3.5c.2-2.7 1.2-5 4.5-5zM14 24.5h4V27h-4z';

function mark(size: number, logo: string | undefined): ReactElement {
  if (logo) return h('img', { key: size, src: logo, width: size, height: size });
  return h('svg', { key: size, width: size, height: size, viewBox: '0 0 32 32' }, [
    h('path', { key: 'frame', d: FRAME, fill: BRAND }),
    h('path', { key: 'bell', d: BELL, fill: BRONZE }),
  ]);
}
