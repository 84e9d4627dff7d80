import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(css|js|json|svg|txt|webmanifest|xml)$/;
/** Below this, compression saves no packet. */
const LEAST_BYTES = 1024;

const compressions = [
  ['br', (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
  ['gz', (body) => promisify(gzip)(body, { level: 9 })],
];

/**
 * Writes `.br` and `.gz` next to the text files below `folder`, at the highest compression: once here instead of per
 * request.
 */
export async function compressAssets(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file) {
  const body = await readFile(file);
  if (body.length < LEAST_BYTES) return;
  await Promise.all(
    compressions.map(async ([extension, compress]) => {
      const compressed = await compress(body);
      if (compressed.length < body.length) await writeFile(`${file}.${extension}`, compressed);
    }),
  );
}
