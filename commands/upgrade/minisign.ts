/**
 * Signatures of releases in the format of minisign (https://jedisct1.github.io/minisign/), so that anyone can also make
 * and check them with that program. Only the prehashed form is written and read, which is minisign's own default.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  scryptSync,
  sign,
  verify,
} from 'node:crypto';

export type PublicKey = { id: string; key: KeyObject };

export type SecretKey = PublicKey & { secret: KeyObject };

const ID = 8;
const ENCRYPTED = 'Sc';

/** The keys in a file of public keys: each is a line of comment and a line of Base64. Throws for any other text. */
export function readPublicKeys(text: string): PublicKey[] {
  const lines = text.split(/\r?\n/).filter((line) => line && !line.startsWith('untrusted comment:'));
  return lines.map((line) => {
    const bytes = Buffer.from(line, 'base64');
    if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed')
      throw new Error('It is not a public key of minisign.');
    return { id: idOf(bytes.subarray(2, 10)), key: publicKeyOf(bytes.subarray(10)) };
  });
}

/** The text of a file with this key alone, which readPublicKeys and minisign read. */
export function writePublicKey({ id, key }: PublicKey): string {
  const bytes = Buffer.concat([Buffer.from('Ed'), bytesOfId(id), rawKey(key)]);
  return `untrusted comment: minisign public key ${id}\n${bytes.toString('base64')}\n`;
}

/**
 * The key in a file that `minisign -G` wrote, with its password if it has one. Throws for any other text, and when the
 * password is missing or wrong.
 */
export function readSecretKey(text: string, password: string | undefined): SecretKey {
  const bytes = Buffer.from(text.split(/\r?\n/)[1] ?? '', 'base64');
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error('It is not a secret key of minisign.');
  const isEncrypted = bytes.toString('latin1', 2, 4) === ENCRYPTED;
  if (isEncrypted && password === undefined) throw new Error('The key needs its password.');
  const secret = isEncrypted ? decrypt(bytes, password ?? '') : bytes.subarray(54);
  const key = secret.subarray(ID + 32, ID + 64);
  const seed = secret.subarray(ID, ID + 32);
  return { id: idOf(secret.subarray(0, ID)), key: publicKeyOf(key), secret: privateKeyOf(seed, key) };
}

/** The text of the signature file for `content`, with a comment that the signature covers, too. */
export function signText(content: Uint8Array, { id, secret }: SecretKey, comment: string): string {
  const signature = sign(null, prehash(content), secret);
  const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), secret);
  const line = Buffer.concat([Buffer.from('ED'), bytesOfId(id), signature]);
  return [
    `untrusted comment: signature from minisign secret key ${id}`,
    line.toString('base64'),
    `trusted comment: ${comment}`,
    whole.toString('base64'),
    '',
  ].join('\n');
}

/** The comment of the signature `text` if it is one of `content` by one of `keys`; undefined otherwise. */
export function verifySignature(content: Uint8Array, text: string, keys: PublicKey[]): string | undefined {
  const [, line = '', trusted = '', global = ''] = text.split(/\r?\n/);
  const bytes = Buffer.from(line, 'base64');
  const comment = trusted.replace(/^trusted comment: /, '');
  if (bytes.length !== 74 || bytes.toString('latin1', 0, 2) !== 'ED' || comment === trusted) return undefined;
  const signature = bytes.subarray(10);
  const key = keys.find(({ id }) => id === idOf(bytes.subarray(2, 10)))?.key;
  const covered = Buffer.concat([signature, Buffer.from(comment)]);
  const isValid =
    key &&
    verify(null, prehash(content), key, signature) &&
    verify(null, covered, key, Buffer.from(global, 'base64'));
  return isValid ? comment : undefined;
}

function prehash(content: Uint8Array): Buffer {
  return createHash('blake2b512').update(content).digest();
}

/** As libsodium derives the parameters of scrypt from the two limits that the file contains. */
function decrypt(bytes: Buffer, password: string): Buffer {
  const operations = Math.max(32_768, Number(bytes.readBigUInt64LE(38)));
  const memory = Number(bytes.readBigUInt64LE(46));
  const r = 8;
  const isSmall = operations < memory / 32;
  const most = isSmall ? operations / (r * 4) : memory / (r * 128);
  const N = 2 ** Math.max(1, Math.floor(Math.log2(most)));
  const p = isSmall ? 1 : Math.max(1, Math.floor(operations / 4 / N / r));
  const pad = scryptSync(password, bytes.subarray(6, 38), 104, { N, r, p, maxmem: 256 * N * r });
  return Buffer.from(bytes.subarray(54).map((byte, index) => byte ^ (pad[index] ?? 0)));
}

/** The key's number as minisign prints it: the last byte first. */
function idOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).reverse().toString('hex').toUpperCase();
}

function bytesOfId(id: string): Buffer {
  return Buffer.from(id, 'hex').reverse();
}

function publicKeyOf(bytes: Uint8Array): KeyObject {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bytes).toString('base64url') },
    format: 'jwk',
  });
}

/** Both halves of the key must fit each other: after a wrong password they don't. */
function privateKeyOf(seed: Uint8Array, key: Uint8Array): KeyObject {
  const jwk = { d: Buffer.from(seed).toString('base64url'), x: Buffer.from(key).toString('base64url') };
  try {
    return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', ...jwk }, format: 'jwk' });
  } catch {
    throw new Error('The password of the key is wrong.');
  }
}

function rawKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}
