/** A backup that was uploaded on the set-up page, and its restore: files in the data folder, because the database is replaced. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpeningKeys } from '#app/moving/backup/encryption.server.ts';
import { moveFile } from '#app/platform/storage/work-folder.server.ts';
import { DAY_MS, MINUTE_MS } from '#app/platform/time/durations.ts';

/**
 * `id` is the secret in the address of the progress page; `owner` is the hash of the set-up link with which the file
 * came. `done` of `total` are done of `what`, in the words of `OnProgress`. `process` is the number of the process that restores.
 */
export type UploadedRestore = {
  id: string;
  owner: string;
  name: string;
  bytes: number;
  state: 'arrived' | 'running' | 'failed' | 'done';
  step?: string | undefined;
  what?: string | undefined;
  done?: number | undefined;
  total?: number | undefined;
  process?: number | undefined;
  /** When this was written: UTC epoch milliseconds. While it runs, every few seconds. */
  at?: number | undefined;
  trouble?: string | undefined;
  /** Its process has ended without a word. */
  isInterrupted?: boolean;
  /** When the backup was made: UTC epoch milliseconds. */
  madeAt?: number | undefined;
  /** Settings came with it, which the next start of the site uses, or which were put aside. */
  settings?: 'used' | 'aside' | undefined;
};

/** A process that runs writes every few seconds; the number of one that is gone can be another's, as in containers. */
const SILENT_MS = 2 * MINUTE_MS;

const folderOf = (dataFolder: string) => join(dataFolder, 'set-up-restore');
const stateOf = (dataFolder: string) => join(folderOf(dataFolder), 'state.json');
const keyOf = (dataFolder: string) => join(folderOf(dataFolder), 'key');

export function uploadedFile(dataFolder: string): string {
  return join(folderOf(dataFolder), 'upload.belfry');
}

export function ownerOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Moves an upload out of the folder that is deleted after the response, in place of an earlier one. */
export async function keepUpload(
  dataFolder: string,
  upload: { path: string; name: string; bytes: number },
  token: string,
): Promise<UploadedRestore> {
  await mkdir(folderOf(dataFolder), { recursive: true, mode: 0o700 });
  await moveFile(upload.path, uploadedFile(dataFolder));
  const kept: UploadedRestore = {
    id: randomBytes(16).toString('base64url'),
    owner: ownerOf(token),
    name: upload.name.slice(0, 200),
    bytes: upload.bytes,
    state: 'arrived',
  };
  await saveRestore(dataFolder, kept);
  return kept;
}

/**
 * The file that was uploaded last and its restore. One whose process has ended without a word counts as failed: unless
 * the town is there, nothing was changed.
 */
export async function findRestore(dataFolder: string): Promise<UploadedRestore | undefined> {
  const text = await readFile(stateOf(dataFolder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const found = JSON.parse(text) as UploadedRestore;
  if (found.state !== 'running') return found;
  const isSilent = Date.now() - (found.at ?? 0) > SILENT_MS;
  if (!isSilent && (found.process === undefined || isAlive(found.process))) return found;
  const trouble = 'The restore was interrupted. Nothing was changed.';
  return { ...found, state: 'failed', trouble, isInterrupted: true };
}

/** Whether the uploaded file can still be restored. */
export function hasFile(dataFolder: string): boolean {
  return existsSync(uploadedFile(dataFolder));
}

/** Complete under another name first: a reader never sees half of it. */
export async function saveRestore(dataFolder: string, restore: UploadedRestore): Promise<void> {
  const file = stateOf(dataFolder);
  await writeFile(`${file}.new`, JSON.stringify({ ...restore, at: Date.now() }), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** What opens the file: a passphrase, or a secret key. Only until it is taken. */
export async function leaveKey(dataFolder: string, key: string): Promise<void> {
  await writeFile(keyOf(dataFolder), key, { mode: 0o600 });
}

export async function takeKey(dataFolder: string): Promise<OpeningKeys | undefined> {
  const text = (await readFile(keyOf(dataFolder), 'utf8').catch(() => '')).trim();
  await rm(keyOf(dataFolder), { force: true });
  if (text === '') return undefined;
  return /^AGE-SECRET-KEY/i.test(text) ? { identity: text.toUpperCase() } : { passphrase: text };
}

/** Deletes an upload that was not restored, and its key: once there is an administrator, or after a day. */
export async function removeLeftUpload(dataFolder: string, hasAdministrator: boolean): Promise<void> {
  const found = await findRestore(dataFolder);
  if (!found || found.state === 'running') return;
  if (!hasAdministrator && Date.now() - (found.at ?? 0) < DAY_MS) return;
  await removeUploaded(dataFolder);
  await takeKey(dataFolder);
}

/** The file is not needed any more; what became of it can still be read. */
export async function removeUploaded(dataFolder: string): Promise<void> {
  await rm(uploadedFile(dataFolder), { force: true });
}

function isAlive(process_: number): boolean {
  try {
    return process.kill(process_, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
