import { open, rm } from 'node:fs/promises';
import { moveToFinalName, partialNameOf } from '#app/platform/storage/work-folder.server.ts';

/**
 * Writes files of pieces of text, one after the other, which get their names when all are complete: until then earlier
 * files stay as they are. Returns whether they were written; false when `signal` was aborted.
 */
export async function writeWholeFiles(
  files: { path: string; pieces: AsyncIterable<string> }[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const named = files.map((file) => ({ ...file, partial: partialNameOf(file.path) }));
  try {
    for (const { partial, pieces } of named) {
      const file = await open(partial, 'w');
      try {
        for await (const piece of pieces) {
          await file.writeFile(piece);
          if (signal?.aborted) return false;
        }
      } finally {
        await file.close();
      }
    }
    for (const { partial, path } of named) await moveToFinalName(partial, path);
    return true;
  } finally {
    for (const { partial } of named) await rm(partial, { force: true });
  }
}
