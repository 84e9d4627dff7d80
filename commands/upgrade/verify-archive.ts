/** What must hold for the archive of a release before anything of it is unpacked. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hashFile } from '#app/platform/storage/work-folder.server.ts';
import { CommandError } from '../command.ts';
import { type PublicKey, readPublicKeys, verifySignature } from './minisign.ts';

export type VerifiedArchive = {
  file: string;
  bytes: number;
  /** The SHA-256 that the signature covers, in hexadecimal. */
  hash: string;
  version: string;
  platform: string;
};

export type VerifyOptions = {
  /** The text of files with public keys: the installed version's, and one that the operator gave. */
  keys: string[];
  /** Accepts an archive that no one has signed, where there is no key to check it with. */
  mayBeUnsigned: boolean;
};

const NAME = /^belfry-(\d+\.\d+\.\d+(?:[-+][\w.+-]+?)?)-((?:linux|darwin|win32)-\w+)\.tar\.xz$/;
const SUMS = 'SHA256SUMS';
const SIGNATURE = 'SHA256SUMS.minisig';

/**
 * Checks the signature of the checksums next to the archive, then the archive's own checksum. Its name is what the
 * checksums say, whatever the file is called. Throws CommandError.
 */
export async function verifyArchive(file: string, options: VerifyOptions): Promise<VerifiedArchive> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile()) throw new CommandError(`There is no file ${file}.`);
  const sums = await readBeside(file, SUMS);
  await verifySums(file, sums, options);
  const listed = sums
    .split(/\r?\n/)
    .map((line) => /^([0-9a-f]{64}) [ *](.+)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, hash, name]) => ({ hash, name: name as string }));
  const hash = await hashFile(file);
  const found = listed.find((line) => line.hash === hash);
  if (!found)
    throw new CommandError(
      describeMismatch(
        file,
        listed.some(({ name }) => name === basename(file)),
      ),
    );
  const [, version, platform] = NAME.exec(found.name) ?? [];
  if (!version || !platform)
    throw new CommandError(`${found.name} is not the archive of a release: belfry-VERSION-PLATFORM.tar.xz.`);
  return { file, bytes: facts.size, hash, version, platform };
}

function describeMismatch(file: string, isListed: boolean): string {
  return isListed
    ? `${file} is damaged or incomplete: its checksum is not the one in ${SUMS}. Download it again. Nothing was changed.`
    : `${file} is not in the file ${SUMS} next to it. Download both from the same release. Nothing was changed.`;
}

async function verifySums(
  file: string,
  sums: string,
  { keys: texts, mayBeUnsigned }: VerifyOptions,
): Promise<void> {
  const keys = texts.flatMap(readKeys);
  if (keys.length === 0) {
    if (mayBeUnsigned) return;
    throw new CommandError(
      'The installed version has no key to check the signature with. Give the public key of the release with --key FILE. For an archive that you built yourself and did not sign, use --unsigned. Nothing was changed.',
    );
  }
  const signature = await readBeside(file, SIGNATURE);
  if (verifySignature(Buffer.from(sums), signature, keys) === undefined)
    throw new CommandError(
      `The signature in ${SIGNATURE} is not one of ${SUMS} by ${keys.length === 1 ? `the key ${keys[0]?.id}` : `the keys ${keys.map(({ id }) => id).join(', ')}`}. Don't install this archive unless you know why. Nothing was changed.`,
    );
}

function readKeys(text: string): PublicKey[] {
  try {
    return readPublicKeys(text);
  } catch {
    throw new CommandError('A file with a public key is not one of minisign. Nothing was changed.');
  }
}

async function readBeside(file: string, name: string): Promise<string> {
  const path = join(dirname(file), name);
  if (!existsSync(path))
    throw new CommandError(
      `There is no ${name} next to ${file}. Download it from the same release, into the same folder. Nothing was changed.`,
    );
  return readFile(path, 'utf8');
}
