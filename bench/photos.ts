/** Pictures to upload, generated once. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const FOLDER = join(import.meta.dirname, '..', '.cache', 'bench');

/** The JPEG of this name, drawn and kept for the next run. */
async function openPhoto(name: string, mostBytes: number, draw: () => Promise<Buffer>): Promise<Buffer> {
  const file = join(FOLDER, name);
  if (existsSync(file)) return readFileSync(file);
  const drawn = await draw();
  for (let quality = 98; quality > 5; quality -= 3) {
    const photo = await sharp(drawn).jpeg({ quality }).toBuffer();
    if (photo.length > mostBytes) continue;
    writeFileSync(file, photo);
    return photo;
  }
  throw new Error(`no quality makes ${name} small enough`);
}

const MIB = 1024 * 1024;

/** The largest that is accepted: nearly 20 MiB and 40 megapixels, of noise. */
export function openLargestPhoto(): Promise<Buffer> {
  return openPhoto('photo-20-mib.jpg', 20 * MIB - 1024, () => noiseOf(7296, 5472, 20));
}

/** 12 megapixels and 4 MB, as phones take them: detail of every size, as in nature, over a sky. */
export function openPhonePhoto(): Promise<Buffer> {
  const [width, height] = [4032, 3024];
  return openPhoto('photo-4-mb.jpg', 4_000_000, async () => {
    const layers = await Promise.all(
      [2, 4, 8, 16, 32, 64, 128].map(async (scale) => ({
        input: await sharp(await noiseOf(Math.ceil(width / scale), Math.ceil(height / scale), 34))
          .resize(width, height, { kernel: 'cubic', fit: 'fill' })
          .png({ compressionLevel: 0 })
          .toBuffer(),
        blend: 'soft-light' as const,
      })),
    );
    const sky = Buffer.from(
      `<svg width="${width}" height="${height}"><linearGradient id="g" x2="0" y2="1"><stop stop-color="#5b8fc9"/><stop offset=".55" stop-color="#dfe6ea"/><stop offset=".6" stop-color="#4d5f3a"/><stop offset="1" stop-color="#8a7a55"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`,
    );
    return sharp(sky).composite(layers).removeAlpha().png({ compressionLevel: 0 }).toBuffer();
  });
}

function noiseOf(width: number, height: number, sigma: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma };
  const create = { width, height, channels: 3 as const, background: '#808080', noise };
  return sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
}
