import { readBackupFile } from './backup-file.server.ts';
import { type BackupFile, listBackupFiles } from './backup-files.server.ts';
import type { Manifest } from './manifest.ts';

class EnoughRead extends Error {}

/** What was found out about files that never change, by their name and size. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 1000;

/**
 * The names of the backups in a data folder that show who voted for what: those with votes from before ballots were
 * stored separately from voters. Encrypted ones can't be inspected and are not listed.
 */
export async function listRevealingBackups(dataFolder: string): Promise<string[]> {
  const revealing: string[] = [];
  for (const file of await listBackupFiles(dataFolder))
    if (await isRevealing(file)) revealing.push(file.name);
  return revealing;
}

async function isRevealing({ file, name, bytes }: BackupFile): Promise<boolean> {
  const key = `${name} ${bytes}`;
  const found = known.get(key) ?? hasLinkedVotes(await readManifest(file));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, found);
  return found;
}

function hasLinkedVotes(manifest: Manifest | undefined): boolean {
  return manifest?.tables.some(({ name, rows }) => name === 'poll_vote' && rows > 0) ?? false;
}

/** Reads only the beginning of the file. Undefined when it can't be read. */
async function readManifest(file: string): Promise<Manifest | undefined> {
  let manifest: Manifest | undefined;
  await readBackupFile(file, {
    async onManifest(read) {
      manifest = read;
      throw new EnoughRead();
    },
    onRows: async () => undefined,
  }).catch(() => undefined);
  return manifest;
}
