import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Signs emails: a private RSA key in PEM, and the selector under which its public half is in the domain's DNS. */
export type DkimKey = { privateKey: string; selector: string };

/** Shorter keys are ignored by mail servers (RFC 8301). */
const LEAST_BITS = 1024;

/**
 * The private key in PEM of a value of `DKIM_KEY`: the key itself, in which `\n` may stand for a line break, or the name
 * of its file. Throws when the file can't be read, or it is not a private RSA key of at least 1024 bits.
 */
export function readDkimKey(value: string): string {
  const text = value.startsWith('-----BEGIN') ? value.replaceAll('\\n', '\n') : readFileSync(value, 'utf8');
  const key = createPrivateKey(text);
  if (key.asymmetricKeyType !== 'rsa' || bitsOf(key) < LEAST_BITS) throw new Error('not an RSA key');
  return text;
}

function bitsOf(key: KeyObject): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0;
}

const parsed = new Map<string, KeyObject>();

/** The key, parsed once: a site has one. */
export function parsedKeyOf(privateKey: string): KeyObject {
  const known = parsed.get(privateKey);
  if (known) return known;
  const key = createPrivateKey(privateKey);
  parsed.clear();
  parsed.set(privateKey, key);
  return key;
}

/** What belongs in the DNS record: the public half of the private key, in base64. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
}
