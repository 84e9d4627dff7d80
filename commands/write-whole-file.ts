import { open, rm } from 'node:fs/promises';
import { moveToFinalName, partialNameOf } from '#app/platform/storage/work-folder.server.ts';

/**
 * Writes pieces of text to a file, one after the other, which gets its name when it is complete: until then an earlier
 * file stays as it is. Returns whether it was written; false when `signal` was aborted.
 */
export async function writeWholeFile(
  path: string,
  pieces: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const partial = partialNameOf(path);
  try {
    const file = await open(partial, 'w');
    try {
      for await (const piece of pieces) {
        await file.writeFile(piece);
        if (signal.aborted) return false;
      }
    } finally {
      await file.close();
    }
    await moveToFinalName(partial, path);
    return true;
  } finally {
    await rm(partial, { force: true });
  }
}
