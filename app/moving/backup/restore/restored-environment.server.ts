/** The settings of a town that was handed over with its secrets. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moveToFinalName } from '#app/platform/storage/work-folder.server.ts';

/** `isUsed`: the next start reads the file. Otherwise this installation has settings of its own, and keeps them. */
export type KeptEnvironment = { file: string; isUsed: boolean };

/**
 * Writes the settings to the disk, so that a full one is noticed before anything is replaced; `moveToFinalName` gives the
 * file its name. Readable by its owner only. Undefined without settings.
 */
export async function prepareEnvironment(
  text: string | undefined,
  work: string,
  dataFolder: string,
): Promise<{ kept: KeptEnvironment; moveToFinalName: () => Promise<void> } | undefined> {
  if (text === undefined) return undefined;
  const written = join(work, 'environment');
  await writeFile(written, text, { mode: 0o600, flush: true });
  const own = join(dataFolder, 'environment');
  const isUsed = !existsSync(own);
  const file = isUsed ? own : `${own}.restored`;
  return { kept: { file, isUsed }, moveToFinalName: () => moveToFinalName(written, file) };
}
