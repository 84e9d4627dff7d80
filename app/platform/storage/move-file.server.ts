import { copyFile, rename, rm } from 'node:fs/promises';

/** Gives a file another place, also on another disk: the folder of the pictures, where uploads arrive, can be a volume. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from, { force: true });
  }
}
