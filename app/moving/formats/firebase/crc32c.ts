const REVERSED_POLYNOMIAL = 0x82f63b78;

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ REVERSED_POLYNOMIAL : crc >>> 1;
  return crc;
});

/** The CRC-32C of bytes (RFC 3720, appendix B.4), which `node:zlib` does not have. Unsigned. */
export function crc32c(bytes: Uint8Array): number {
  let crc = -1;
  for (let at = 0; at < bytes.length; at++)
    crc = (TABLE[(crc ^ (bytes[at] as number)) & 0xff] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** The checksum as LevelDB stores it, so that checksums of data that has checksums stay random. */
export function maskedCrc32c(bytes: Uint8Array): number {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}
