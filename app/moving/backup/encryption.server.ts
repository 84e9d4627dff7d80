/**
 * Encryption in the age format (age-encryption.org/v1), which other programs can open, too. Only this file imports its
 * library.
 */
import { open } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';

/** Who can open a backup: those who know a passphrase, or who have the key to one of the public ones (`age1…`). */
export type EncryptFor = { passphrase: string } | { recipients: string[] };

/** What opens an encrypted backup: the passphrase, or a secret key (`AGE-SECRET-KEY-1…`). */
export type OpeningKeys = { passphrase: string } | { identity: string };

/** How a file is encrypted, and what opens it while it is being made, because it is test-restored then. */
export type Encryption = { for: EncryptFor; trial: OpeningKeys };

/** 2^17: 128 MiB and about a second per guess of a passphrase. */
const WORK_FACTOR = 17;
const MARK = 'age-encryption.org/v1';

type Bytes = Uint8Array<ArrayBuffer>;

/** Throws BackupError for an invalid recipient. */
export async function prepareEncryption(encryptFor: EncryptFor): Promise<Encryption> {
  if ('passphrase' in encryptFor) return { for: encryptFor, trial: encryptFor };
  const { Encrypter } = await import('age-encryption');
  for (const recipient of encryptFor.recipients) {
    try {
      new Encrypter().addRecipient(recipient);
    } catch {
      throw new BackupError(`'${recipient.slice(0, 80)}' is not an age public key. Example: age1…`);
    }
  }
  // A temporary key: it opens the file once, to verify it.
  const { identity, recipient } = await createKeyPair();
  const recipients = [...encryptFor.recipients, recipient];
  return { for: { recipients }, trial: { identity } };
}

/**
 * Why backups can't be encrypted for these public keys, as a sentence that repeats no secret; undefined if encryption
 * worked.
 */
export async function findRecipientProblem(recipients: string[]): Promise<string | undefined> {
  if (recipients.some((each) => /^AGE-SECRET-KEY/i.test(each)))
    return 'This is a secret key. Enter the public key, which begins with age1';
  try {
    const encryption = await prepareEncryption({ recipients });
    const output = await encrypted(new Blob(['trial']).stream() as ReadableStream<Bytes>, encryption);
    await new Response(output).arrayBuffer();
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/\.$/, '');
  }
}

/** A new key pair. The secret `identity` opens what is encrypted for the `recipient`. */
export async function createKeyPair(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The same bytes, encrypted. */
export async function encrypted(
  bytes: ReadableStream<Bytes>,
  encryption: Encryption,
): Promise<ReadableStream<Bytes>> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  if ('passphrase' in encryption.for) {
    encrypter.setScryptWorkFactor(WORK_FACTOR);
    encrypter.setPassphrase(encryption.for.passphrase);
  } else for (const recipient of encryption.for.recipients) encrypter.addRecipient(recipient);
  return (await encrypter.encrypt(bytes)) as ReadableStream<Bytes>;
}

/** Whether a file is encrypted. Throws when it can't be read. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MARK.length), 0, MARK.length, 0);
    return buffer.subarray(0, bytesRead).toString('latin1') === MARK;
  } finally {
    await handle.close();
  }
}

/**
 * The decrypted bytes of a file, or its bytes if it is not encrypted. Throws BackupError when the keys don't open it.
 */
export async function decrypted(
  bytes: ReadableStream<Bytes>,
  file: string,
  keys: OpeningKeys | undefined,
): Promise<ReadableStream<Bytes>> {
  const { head, all } = await lookAhead(bytes);
  if (Buffer.from(head.subarray(0, MARK.length)).toString('latin1') !== MARK) return all;
  if (!keys)
    throw new BackupError(`${file} is encrypted. Add --passphrase-file FILE or --identity FILE to open it.`);
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    if ('passphrase' in keys) decrypter.addPassphrase(keys.passphrase);
    else decrypter.addIdentity(keys.identity);
    return explained((await decrypter.decrypt(all)) as ReadableStream<Bytes>, file);
  } catch {
    throw new BackupError(`${file} cannot be opened with this passphrase or key. Nothing was changed.`);
  }
}

/** The same bytes; that they were cut off or altered is an error in words. */
function explained(bytes: ReadableStream<Bytes>, file: string): ReadableStream<Bytes> {
  const reader = bytes.getReader();
  return new ReadableStream<Bytes>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error) => {
        // Errors of the disk, such as EIO, have a code.
        if (error?.code) throw error;
        throw new BackupError(
          `${file} is incomplete or was changed. Use another backup. Nothing was changed.`,
        );
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function lookAhead(
  bytes: ReadableStream<Bytes>,
): Promise<{ head: Uint8Array; all: ReadableStream<Bytes> }> {
  const reader = bytes.getReader();
  const { value: head = new Uint8Array(0) } = await reader.read();
  let first: Bytes | undefined = head;
  const all = new ReadableStream<Bytes>({
    async pull(controller) {
      if (first) {
        if (first.length > 0) controller.enqueue(first);
        const isEmpty = first.length === 0;
        first = undefined;
        if (!isEmpty) return;
      }
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { head, all };
}

const LEAST_WORDS = 5;
const LEAST_CHARACTERS = 20;

/**
 * Why a passphrase is too weak for a file that anyone may copy and try to open for years, as a sentence without a
 * period; undefined for a strong one. Words are separated by spaces, hyphens or other punctuation.
 */
export function findPassphraseProblem(passphrase: string): string | undefined {
  const words = passphrase.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  if (passphrase.length > 1000) return 'Use at most 1,000 characters';
  if (new Set(words).size < LEAST_WORDS || words.join('').length < LEAST_CHARACTERS)
    return 'Use a passphrase of five different words or more';
  return undefined;
}
