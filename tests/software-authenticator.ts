/** A software passkey device, honest unless told otherwise: what a browser would send in response to the site. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { CreationOptions, RequestOptions } from '#app/people/passkeys/webauthn-options.ts';

/** The forged values of a hostile browser or device. */
export type Lies = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  isUserVerified?: boolean;
  counter?: number;
  userHandle?: string;
  credentialId?: string;
  signWith?: KeyObject;
  /** The attestation statement as CBOR, with its format. */
  attestation?: { format: string; statement: Buffer };
};

export type SoftwarePasskey = { id: string; privateKey: KeyObject; userHandle: string; counter: number };

const ORIGIN = 'http://localhost:3000';
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

/** A new passkey, and the JSON with which the browser registers it. */
export function makePasskey(
  { challenge, rp, user }: CreationOptions,
  lies: Lies = {},
): { passkey: SoftwarePasskey; credential: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = lies.credentialId ?? randomBytes(32).toString('base64url');
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const idBytes = Buffer.from(id, 'base64url');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(idBytes.length);
  const attested = Buffer.concat([Buffer.alloc(16), length, idBytes, coseKey]);
  const authData = authenticatorData(rp.id ?? '', ATTESTED, lies.counter ?? 0, lies, attested);
  const { format, statement } = lies.attestation ?? { format: 'none', statement: Buffer.from('a0', 'hex') };
  const attestationObject = Buffer.concat([
    Buffer.from('a3', 'hex'),
    ...[cborText('fmt'), cborText(format)],
    ...[cborText('attStmt'), statement],
    ...[cborText('authData'), cborBytes(authData)],
  ]);
  const credential = JSON.stringify({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    },
  });
  return { passkey: { id, privateKey, userHandle: user.id, counter: lies.counter ?? 0 }, credential };
}

/** The JSON with which the browser sends a use of the passkey. */
export function signByPasskey(
  passkey: SoftwarePasskey,
  { challenge, rpId = '' }: RequestOptions,
  lies: Lies = {},
): string {
  const authData = authenticatorData(rpId, 0, lies.counter ?? passkey.counter, lies);
  const client = clientData('webauthn.get', challenge, lies);
  const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
  const id = lies.credentialId ?? passkey.id;
  return JSON.stringify({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, lies.signWith ?? passkey.privateKey).toString('base64url'),
      userHandle: lies.userHandle ?? passkey.userHandle,
    },
  });
}

function clientData(type: string, challenge: string, lies: Lies): Buffer {
  const { origin = ORIGIN, crossOrigin = false } = lies;
  return Buffer.from(
    JSON.stringify({ type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin, crossOrigin }),
  );
}

function authenticatorData(
  rpId: string,
  flag: number,
  counter: number,
  lies: Lies,
  attested: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(37);
  createHash('sha256')
    .update(lies.rpId ?? rpId)
    .digest()
    .copy(head);
  head.writeUInt8(PRESENT | (lies.isUserVerified === false ? 0 : VERIFIED) | flag, 32);
  head.writeUInt32BE(counter, 33);
  return Buffer.concat([head, attested]);
}

/** A text of at most 23 bytes. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

export function cborBytes(bytes: Buffer): Buffer {
  const head = Buffer.from([0x59, 0, 0]);
  head.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}
