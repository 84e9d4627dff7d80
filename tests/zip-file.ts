import { crc32, deflateRawSync } from 'node:zlib';

/**
 * An entry of a zip file. `claimed` is the unpacked size that the file says, where that is a lie; `isEncrypted` sets the
 * flag only.
 */
export type ZipPart = { name: string; content: string | Uint8Array; claimed?: number; isEncrypted?: boolean };

/** A zip file, written by hand so that it can also be wrong. */
export function zipFile(parts: ZipPart[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimed, isEncrypted = false } of parts) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    // Version, flags (bit 11: names are UTF-8), method 8, time and date, checksum, sizes, length of the name.
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimed ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03'), fields, end, Buffer.from(name));
    pieces.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const tail = Buffer.alloc(18);
  tail.writeUInt16LE(parts.length, 4);
  tail.writeUInt16LE(parts.length, 6);
  tail.writeUInt32LE(list.length, 8);
  tail.writeUInt32LE(offset, 12);
  return Buffer.concat([...pieces, list, Buffer.from('PK\x05\x06'), tail]);
}
