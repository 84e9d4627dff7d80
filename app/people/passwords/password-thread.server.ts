/** Runs in a thread of its own: bcrypt and phpass take up to a second of one CPU. */
import { createHash, createHmac } from 'node:crypto';
import { compareSync } from 'bcryptjs';
import type { ThreadHash } from './check-foreign.server.ts';
import { ITOA64 } from './foreign-hash.ts';

/** Whether the stored hash is of one of these spellings of a password. Computes all of them. */
export default function isOneOf({ stored, spellings }: { stored: ThreadHash; spellings: string[] }): boolean {
  const results = spellings.map((spelling) =>
    stored.kind === 'bcrypt'
      ? compareSync(stored.isWordPress ? wordPressMessage(spelling) : spelling, stored.hash)
      : phpassTag(spelling, stored) === stored.tag,
  );
  return results.includes(true);
}

/** WordPress 6.8 hashes first, because bcrypt reads only 72 bytes. */
function wordPressMessage(password: string): string {
  return createHmac('sha384', 'wp-sha384').update(password).digest('base64');
}

/** openwall.com/phpass, "portable" hashes. */
function phpassTag(password: string, { cost, setting }: { cost: number; setting: string }): string {
  const bytes = Buffer.from(password);
  let digest = createHash('md5').update(setting.slice(4)).update(bytes).digest();
  for (let round = 0; round < 2 ** cost; round++)
    digest = createHash('md5').update(digest).update(bytes).digest();
  return itoa64(digest);
}

/** Base64 with its own alphabet and the lowest bits first. */
function itoa64(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3);
    const value = group.reduce((sum, byte, place) => sum + byte * 256 ** place, 0);
    for (let digit = 0; digit <= group.length; digit++) text += ITOA64[(value >> (6 * digit)) & 63];
  }
  return text;
}
