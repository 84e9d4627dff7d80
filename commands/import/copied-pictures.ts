import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';

/** Which addresses of other sites were copied, so that an import that is run again does not fetch them again. */
export type CopiedPictures = {
  /** The id of the picture that was copied from there, if it was; the picture may have been deleted since. */
  find: (address: string) => string | undefined;
  note: (address: string, picture: string) => Promise<void>;
};

const entry = z.object({ address: z.string(), picture: z.string() });

/** The memory of a data folder: a file with one line of JSON per address. */
export async function openCopiedPictures(dataFolder: string): Promise<CopiedPictures> {
  const file = join(dataFolder, 'copied-pictures.jsonl');
  const known = new Map((await readLines(file)).flatMap(readEntry));
  return {
    find: (address) => known.get(address),
    async note(address, picture) {
      if (known.get(address) === picture) return;
      known.set(address, picture);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await appendFile(file, `${JSON.stringify({ address, picture })}\n`, { mode: 0o600 });
    },
  };
}

async function readLines(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** After a power loss a line may be incomplete: then that picture is fetched again. */
function readEntry(line: string): [string, string][] {
  try {
    const { address, picture } = entry.parse(JSON.parse(line));
    return [[address, picture]];
  } catch {
    return [];
  }
}
