/** What a proof of publication says, and whether it is true: without the site, with Node's cryptography alone. */
import { createHash, createPublicKey, sign, verify } from 'node:crypto';

/** From `at` on (ISO 8601, UTC), the item had the text with this hash in public; null from when it was not public. */
export type ProofChange = { at: string; sha256: string | null };

/**
 * A proof of publication. `text` is what readers saw last: title, empty line, text; null once it is not public. `sha256`
 * is in hexadecimal, of the UTF-8 bytes of `text`. `to` is null while it is public. `key` is an Ed25519 key, and
 * `signature` is its signature of what `signedBytes` returns, both in base64url.
 */
export type Proof = {
  url: string;
  text: string | null;
  sha256: string;
  from: string;
  to: string | null;
  changes: ProofChange[];
  signature: string;
  key: string;
};

/** In hexadecimal, of the text's UTF-8 bytes. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

type Signed = Omit<Proof, 'text' | 'signature' | 'key'>;

/** The UTF-8 bytes of a JSON list without spaces: the name of this format, then the facts in the order of `Proof`. */
export function signedBytes({ url, sha256, from, to, changes }: Signed): Buffer {
  const facts = changes.map((change) => [change.at, change.sha256]);
  return Buffer.from(JSON.stringify(['belfry-proof-1', url, sha256, from, to, facts]));
}

/** `privateKey` is in PKCS #8, base64url. */
export function signProof(
  { text, ...facts }: Omit<Proof, 'signature' | 'key'>,
  { publicKey, privateKey }: { publicKey: string; privateKey: string },
): Proof {
  const key = { key: Buffer.from(privateKey, 'base64url'), format: 'der', type: 'pkcs8' } as const;
  const signature = sign(null, signedBytes(facts), key).toString('base64url');
  const { url, ...rest } = facts;
  return { url, text, ...rest, signature, key: publicKey };
}

/** What is wrong with a proof, as a sentence; undefined if nothing is. Never throws. */
export function findForgery(proof: Proof): string | undefined {
  if (proof.text !== null && sha256Of(proof.text) !== proof.sha256)
    return 'The text is not the one that was published: its SHA-256 is different.';
  if (!hasSigned(proof)) return 'The signature is not one of this key about these facts.';
  const last = proof.changes.findLast(({ sha256 }) => sha256 !== null);
  if (last?.sha256 !== proof.sha256) return 'The last change has another text.';
  return undefined;
}

function hasSigned(proof: Proof): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: proof.key };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(null, signedBytes(proof), key, Buffer.from(proof.signature, 'base64url'));
  } catch {
    return false;
  }
}

/** A key as people compare it: 'ed25519 4f9a 22c7 80be 13d5', the beginning of the SHA-256 of its bytes. */
export function describeKey(key: string): string {
  const print = createHash('sha256').update(Buffer.from(key, 'base64url')).digest('hex').slice(0, 16);
  return `ed25519 ${print.match(/.{4}/g)?.join(' ')}`;
}
