import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto';
import { IdleThread } from '#app/platform/threads/idle-thread.server.ts';
import type { ForeignHash } from './foreign-hash.ts';
import { inHashingQueue, MOST_AT_ONCE } from './hashing-queue.server.ts';

type FirebaseHash = Extract<ForeignHash, { kind: 'firebase-scrypt' }>;
/** What the thread computes. */
export type ThreadHash = Exclude<ForeignHash, FirebaseHash>;

const thread = new IdleThread<{ stored: ThreadHash; spellings: string[] }, boolean>(
  'password-thread',
  import.meta.url,
  { threads: MOST_AT_ONCE },
);

/**
 * Whether the password is the one of another system's hash. Its characters are taken as they were typed, as those
 * systems do: nothing is normalized. Takes as long for a wrong one. Off the event loop, and in turn with all other
 * passwords. Throws HashingBusyError.
 */
export function isForeignPassword(password: string, stored: ForeignHash): Promise<boolean> {
  return inHashingQueue(() =>
    stored.kind === 'firebase-scrypt'
      ? isFirebasePassword(password, stored)
      : thread.run({ stored, spellings: spellingsOf(password, stored) }),
  );
}

/** github.com/firebase/scrypt: the derived key encrypts the project's key, and the result is what is stored. */
async function isFirebasePassword(password: string, stored: FirebaseHash): Promise<boolean> {
  const { memCost, rounds, salt, separator, signer, tag } = stored;
  const [N, r] = [2 ** memCost, rounds];
  const limits = { N, r, maxmem: 256 * N * r };
  const salting = Buffer.concat([salt, separator]);
  const key = await new Promise<Buffer>((resolve, reject) =>
    scrypt(Buffer.from(password), salting, 32, limits, (error, derived) =>
      error ? reject(error) : resolve(derived),
    ),
  );
  const encrypted = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signer);
  return timingSafeEqual(encrypted, tag);
}

/** WordPress hashes a password without the spaces around it, and with a backslash before each quote and backslash. */
function spellingsOf(password: string, stored: ThreadHash): string[] {
  const isWordPress = stored.kind === 'bcrypt' ? stored.isWordPress : stored.setting.startsWith('$P$');
  if (!isWordPress) return [password];
  const trimmed = password.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '');
  return [...new Set([trimmed, trimmed.replace(/['"\\]/g, String.raw`\$&`)])];
}
