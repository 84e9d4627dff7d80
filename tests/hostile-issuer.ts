/** An OpenID issuer in place of Google with arbitrary responses, for tests of what must be refused. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The errors of the next ID token: claims and header that override good ones. */
export type Lie = {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Signed by another key, with the public key as a secret, or not at all. */
  signedBy?: 'stranger' | 'public key' | 'nobody';
  /** No ID token at all. */
  isMissing?: boolean;
};

export type HostileIssuer = AsyncDisposable & {
  issuer: string;
  environment: { GOOGLE_CLIENT_ID: string; GOOGLE_CLIENT_SECRET: string; GOOGLE_ISSUER: string };
  /** The response to the next code. `nonce` is the site's. */
  answerWith: (nonce: string, lie: Lie) => void;
};

/** Starts the issuer on a free port; it ends with the scope (`await using`). */
export async function openHostileIssuer(): Promise<HostileIssuer> {
  keys ??= { own: newKeys(), stranger: newKeys() };
  const { own, stranger } = keys;
  let next: { nonce: string; lie: Lie } = { nonce: '', lie: {} };
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = ({ url = '' }: IncomingMessage): object => {
    if (url.startsWith('/.well-known/')) return discoveryOf(issuer);
    if (url.startsWith('/jwks')) return { keys: [publicJwk(own.publicKey)] };
    const idToken = next.lie.isMissing ? {} : { id_token: tokenOf(issuer, next, { own, stranger }) };
    return { access_token: 'x', token_type: 'Bearer', expires_in: 600, ...idToken };
  };
  return {
    issuer,
    environment: { GOOGLE_CLIENT_ID: 'belfry-test', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: issuer },
    answerWith: (nonce, lie) => {
      next = { nonce, lie };
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Keys = { privateKey: KeyObject; publicKey: KeyObject };

/** The same for all issuers, because making them takes up to a second. */
let keys: { own: Keys; stranger: Keys } | undefined;

function newKeys(): Keys {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function publicJwk(key: KeyObject): object {
  return { ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' };
}

function discoveryOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
  };
}

function tokenOf(
  issuer: string,
  { nonce, lie }: { nonce: string; lie: Lie },
  keys: { own: Keys; stranger: Keys },
): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: 'belfry-test',
    sub: 'june',
    email: 'june@gmail.com',
    email_verified: true,
    iat: now,
    exp: now + 600,
    nonce,
    ...lie.claims,
  };
  const header = { alg: 'RS256', kid: 'test', typ: 'JWT', ...lie.header };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${signatureOf(signed, lie, keys)}`;
}

function signatureOf(text: string, { signedBy }: Lie, keys: { own: Keys; stranger: Keys }): string {
  if (signedBy === 'nobody') return '';
  if (signedBy === 'public key') {
    const pem = keys.own.publicKey.export({ format: 'pem', type: 'spki' });
    return createHmac('sha256', pem).update(text).digest('base64url');
  }
  const { privateKey } = signedBy === 'stranger' ? keys.stranger : keys.own;
  return sign('sha256', Buffer.from(text), privateKey).toString('base64url');
}
