/**
 * Decodes and re-encodes an uploaded picture. Runs in a process of its own (`picture-process.server.ts`), which has a
 * time limit and a memory limit.
 */
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import {
  MAX_FRAMES,
  MAX_PIXELS,
  MAX_SIDE,
  type PictureError,
  TOO_MANY_FRAMES,
  TOO_MANY_PIXELS,
  UNREADABLE,
} from './picture-limits.ts';
import { fileNameOf, heightAt, widthsOf } from './picture-sizes.ts';

// Readers have priority.
sharp.concurrency(1);
sharp.cache(false);
// no loader but these is ever used, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}File`),
});

/** Its size in pixels after rotation, and its average color as #rrggbb. */
export type EncodedPicture = { width: number; height: number; color: string };

export type EncodingOrder = { file: string; folder: string; id: string };

type Raw = { data: Buffer; info: OutputInfo };

/**
 * Writes all sizes and formats of the picture in `file` into `folder`, rotated and without metadata. An animation
 * becomes its first frame. `onDecoded` is called when the picture has been read. Throws for a file that can't be read.
 */
export async function encodePicture(
  { file, folder, id }: EncodingOrder,
  onDecoded: () => void = () => undefined,
): Promise<EncodedPicture | PictureError> {
  const size = await measure(file);
  if ('status' in size) return size;
  const widths = widthsOf(size);
  const largest = await decode(file, size, widths.at(-1) as number);
  if (!largest) return UNREADABLE;
  onDecoded();
  for (const width of widths)
    await writeFormats(
      resized(largest, size, width),
      (format) => `${folder}/${fileNameOf(id, width, format)}`,
    );
  return { ...size, color: await averageOf(largest) };
}

/** The size after rotation, from the headers alone, or why the picture is not decoded. */
async function measure(file: string): Promise<{ width: number; height: number } | PictureError> {
  const read = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!read) return UNREADABLE;
  const { width, height } = read.autoOrient;
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) return TOO_MANY_PIXELS;
  if ((read.pages ?? 1) > MAX_FRAMES) return TOO_MANY_FRAMES;
  return { width, height };
}

async function decode(
  file: string,
  size: { width: number; height: number },
  width: number,
): Promise<Raw | undefined> {
  return sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(width, heightAt(size, width), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
}

function fromRaw({ data, info: { width, height, channels } }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

function resized(largest: Raw, size: { width: number; height: number }, width: number): Sharp {
  const picture = fromRaw(largest);
  return width === largest.info.width
    ? picture
    : picture.resize(width, heightAt(size, width), { fit: 'fill' });
}

/** Each further step takes several times as long for a few percent: 0.5, 1.8 and 8 s for 1920 pixels of noise. */
const AVIF_EFFORT = 0;

async function writeFormats(
  picture: Sharp,
  pathOf: (format: 'avif' | 'webp' | 'jpeg') => string,
): Promise<void> {
  await picture.clone().avif({ quality: 52, effort: AVIF_EFFORT }).toFile(pathOf('avif'));
  await picture.clone().webp({ quality: 78, effort: 4 }).toFile(pathOf('webp'));
  await picture
    .clone()
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, progressive: true })
    .toFile(pathOf('jpeg'));
}

async function averageOf(largest: Raw): Promise<string> {
  const pixel = fromRaw(largest)
    .flatten({ background: '#fff' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw();
  return `#${(await pixel.toBuffer()).subarray(0, 3).toString('hex')}`;
}
