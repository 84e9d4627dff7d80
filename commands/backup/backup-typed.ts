import { readFile } from 'node:fs/promises';
import { StoppedError } from '#app/moving/backup/backup-error.ts';
import type { EncryptFor, OpeningKeys } from '#app/moving/backup/encryption.server.ts';
import type { DatabaseLocation } from '#app/platform/open-database.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { CommandError, exitCodes, type Invocation, UsageError } from '../command.ts';
import { readableTyped } from '../typed-path.ts';

export function locationOf({ databaseUrl: url, dataFolder }: Settings): DatabaseLocation {
  return url ? { url } : { dataFolder };
}

/** How --passphrase-file or --recipient encrypt the backup; undefined without them. */
export async function readEncryption(invocation: Invocation): Promise<EncryptFor | undefined> {
  const { 'passphrase-file': passphraseFile, recipient } = invocation.options;
  if (passphraseFile && recipient)
    throw new UsageError('Use either --passphrase-file or --recipient, not both.');
  if (typeof recipient === 'string') return { recipients: [recipient] };
  if (typeof passphraseFile === 'string')
    return { passphrase: await readFirstLine(invocation, passphraseFile) };
  return undefined;
}

/** What --passphrase-file or --identity open an encrypted backup with; undefined without them. */
export async function readKeys(invocation: Invocation): Promise<OpeningKeys | undefined> {
  const { 'passphrase-file': passphraseFile, identity } = invocation.options;
  if (typeof passphraseFile === 'string')
    return { passphrase: await readFirstLine(invocation, passphraseFile) };
  if (typeof identity === 'string')
    return { identity: await readFirstLine(invocation, identity, /^AGE-SECRET-KEY/) };
  return undefined;
}

/** The first line that is not empty, or that has the expected form. */
async function readFirstLine(invocation: Invocation, path: string, like = /./): Promise<string> {
  const text = await readFile(await readableTyped(invocation, path), 'utf8').catch((error) => {
    throw new CommandError(`The file ${path} cannot be read (${error.code}).`);
  });
  const line = text.split(/\r?\n/).find((each) => like.test(each));
  if (!line) throw new CommandError(`The file ${path} does not contain a usable passphrase or key.`);
  return line;
}

/** Runs work that Ctrl-C can stop: then `line` is printed and the exit code is 130. */
export async function stoppable(
  { terminal }: Invocation,
  line: string,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    terminal.endProgress();
    terminal.complain(line);
    return exitCodes.interrupted;
  }
}

/** Bytes in a readable unit. */
export function sizeOf(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const number = bytes / 1000 ** power;
  return `${power === 0 ? number : number.toFixed(1)} ${units[power]}`;
}
