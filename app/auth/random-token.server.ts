import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as a person's browser or mailbox keeps them; the site keeps only their hash. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token. It cannot be guessed from its hash, so no salt and no slow hash are needed. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
