/** The entries of an office file, which is a ZIP archive. Nothing is ever unpacked to the disk. */
import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName } from 'yauzl';
import {
  BROKEN,
  DocumentError,
  ENCRYPTED,
  MAX_ENTRIES,
  MAX_UNPACKED_BYTES,
  TWO_FORMATS,
  UNPACKS_TOO_LARGE,
  UNSAFE_NAMES,
} from './document-limits.ts';

export type ZipPackage = {
  names: string[];
  has: (name: string) => boolean;
  /** The bytes of an entry. Throws DocumentError where there is none. */
  read: (name: string) => Promise<Readable>;
};

/**
 * The archive in `bytes`. Throws DocumentError for one that is damaged or encrypted, unpacks to too much, has names that
 * lead out of it, or has two entries in the same bytes or of the same name.
 */
export async function openPackage(bytes: Buffer): Promise<ZipPackage> {
  const zip = await fromBufferPromise(bytes, { decodeStrings: false, validateEntrySizes: true }).catch(() => {
    throw new DocumentError(BROKEN);
  });
  // Office programs write no comment, and a second file could be in it.
  if (zip.comment.length > 0) throw new DocumentError(TWO_FORMATS);
  if (zip.entryCount > MAX_ENTRIES) throw new DocumentError(UNPACKS_TOO_LARGE);
  const entries = new Map<string, Entry>();
  let [packed, unpacked] = [0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
      const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
      if (validateFileName(name) !== null || name.includes('\0')) throw new DocumentError(UNSAFE_NAMES);
      if (entry.isEncrypted()) throw new DocumentError(ENCRYPTED);
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
      if (unpacked > MAX_UNPACKED_BYTES || packed > bytes.length) throw new DocumentError(UNPACKS_TOO_LARGE);
      if (entries.has(name)) throw new DocumentError(TWO_FORMATS);
      entries.set(name, entry);
    }
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError(BROKEN);
  }
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw new DocumentError(BROKEN);
      return zip.openReadStreamPromise(entry).catch(() => {
        throw new DocumentError(BROKEN);
      });
    },
  };
}
