import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a user's browser or mailbox; the site stores only their hash. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a token. Tokens are random, so no salt and no slow hash are needed. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
