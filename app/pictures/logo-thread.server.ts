/** Runs in a thread of its own, which gives back the memory of the image library. */
import sharp from 'sharp';
import type { LogoSide } from '#app/platform/media/picture-sizes.ts';

sharp.concurrency(1);
sharp.cache(false);

/** The whole picture within a transparent square, as WebP. */
export default async function draw({
  file,
  side,
}: {
  file: Uint8Array;
  side: LogoSide;
}): Promise<Uint8Array> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const drawn = sharp(file).resize(side, side, { fit: 'contain', background });
  return new Uint8Array(await drawn.webp({ quality: 90, effort: 6 }).toBuffer());
}
