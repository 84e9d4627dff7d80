/** Pictures for tests, made when they are needed: each with its own bytes. */
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { TestSite } from './open-site.ts';

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** A picture whose left half is red and whose right half is blue. */
export function drawPicture(width: number, height: number): Sharp {
  const left = Math.ceil(width / 2);
  const red = { create: { width: left, height, channels: 3 as const, background: '#ff0000' } };
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

export function pictureFile(format: Format = 'jpeg', width = 400, height = 300): Promise<Buffer> {
  return drawPicture(width, height).toFormat(format).toBuffer();
}

/** A picture with the place where it was taken and the camera's name, rotated by EXIF. */
export function photographWithLocation(format: Exclude<Format, 'gif'>): Promise<Buffer> {
  return drawPicture(400, 300)
    .withExif({
      IFD0: { Make: 'SECRETCAMERA', Copyright: 'SECRETNAME' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '44/1 15/1 3/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '72/1 34/1 3/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();
}

/** A PNG that claims this size, with a few bytes of content. */
export function claimingPng(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunkOf('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    chunkOf('IDAT', deflateSync(Buffer.alloc(100))),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}

/** An animation of one pixel. */
export function animatedGif(frames: number): Buffer {
  const head = Buffer.from('474946383961010001008000000000ffffff00', 'hex');
  const frame = Buffer.from('21f90400010000002c00000000010001000002024401003b', 'hex').subarray(0, -1);
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

/** The picture with a comment before its end. */
export function gifWithComment(gif: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment);
  const block = Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0])]);
  return Buffer.concat([gif.subarray(0, -1), block, gif.subarray(-1)]);
}

/** The picture with an application extension of XMP before its first block. */
export function gifWithXmp(gif: Buffer, xmp: string): Buffer {
  const packed = gif[10] ?? 0;
  const start = 13 + (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
  // The trailer lets readers that don't know XMP skip it.
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, place) => 255 - place), 0]);
  const head = Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1');
  return Buffer.concat([gif.subarray(0, start), head, Buffer.from(xmp), trailer, gif.subarray(start)]);
}

/** The picture with a comment after its first marker. */
export function jpegWithComment(jpeg: Buffer, comment: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(comment)]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** The picture with a text chunk after its header. */
export function pngWithText(png: Buffer, text: string): Buffer {
  return Buffer.concat([
    png.subarray(0, 33),
    chunkOf('tEXt', Buffer.from(`Comment\0${text}`)),
    png.subarray(33),
  ]);
}

/** A picture that no format makes so small that half of it could be its beginning. */
export function noise(format: Format): Promise<Buffer> {
  const background = '#808080';
  const gaussian = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  return sharp({ create: { width: 300, height: 200, channels: 3, background, noise: gaussian } })
    .toFormat(format)
    .toBuffer();
}

export type Fields = Record<string, string>;

/** Uploads a file with the API, as the administrator unless `headers` say otherwise. */
export async function uploadPicture(
  site: TestSite,
  file: Uint8Array<ArrayBuffer> | Buffer,
  { name = 'photo.jpg', fields = {}, headers }: { name?: string; fields?: Fields; headers?: Fields } = {},
): Promise<Response> {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append('file', new File([new Uint8Array(file)], name));
  const who = headers ?? { ...(await site.asAdmin()), Origin: site.origin };
  return site.fetch('/api/v1/pictures', { method: 'POST', body, headers: who });
}
