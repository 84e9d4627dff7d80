/**
 * WebAuthn: the questions for the browser, and the verification of its responses. The only file that imports its
 * library.
 */
import type {
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { CHALLENGE_LIFETIME_MS } from './challenge.server.ts';
import type { NewCredential, UsedCredential } from './credential.ts';
import type { Passkey } from './passkey-store.server.ts';
import type { RelyingParty } from './relying-party.ts';

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

// EdDSA, ES256 and RS256, by their numbers in COSE.
const ALGORITHMS = [-8, -7, -257];

type Asking = { party: RelyingParty; challenge: string };

/**
 * The options for creating a passkey that can be found without an address, with user verification (a PIN or the like).
 */
export function creationOptions(
  { party, challenge }: Asking,
  { userId, email, title, passkeys }: { userId: string; email: string; title: string; passkeys: Passkey[] },
): CreationOptions {
  return {
    rp: { id: party.id, name: title },
    user: { id: userHandleOf(userId), name: email, displayName: email },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_LIFETIME_MS,
    attestation: 'none',
    excludeCredentials: descriptorsOf(party, passkeys),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/** The options for using a passkey: any of this site, or one of `passkeys` if given. */
export function requestOptions({ party, challenge }: Asking, passkeys: Passkey[] = []): RequestOptions {
  return {
    rpId: party.id,
    challenge,
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
    allowCredentials: descriptorsOf(party, passkeys),
  };
}

function descriptorsOf(party: RelyingParty, passkeys: Passkey[]) {
  return passkeys
    .filter(({ rpId }) => rpId === party.id)
    .map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key' as const,
      transports: transports.split(' ').filter(Boolean) as AuthenticatorTransport[],
    }));
}

/** What an authenticator stores with a passkey to identify its account: the account's opaque id, never the address. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/**
 * The passkey that the browser has created for this challenge. Throws in all other cases: another origin or host, no
 * user verification, an unknown algorithm. Attestation is not requested and not parsed: it could contain certificates,
 * whose revocation lists the library would fetch.
 */
export async function verifyNewPasskey(
  { party, challenge }: Asking,
  credential: NewCredential,
): Promise<Pick<Passkey, 'credentialId' | 'rpId' | 'publicKey' | 'counter' | 'transports'>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const { attestationObject, clientDataJSON, transports = [] } = credential.response;
  refuseFrames(clientDataJSON);
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const isSelfSigned = attestation.get('fmt') === 'packed' && !attestation.get('attStmt').get('x5c');
  if (attestation.get('fmt') !== 'none' && !isSelfSigned) throw new Error('an attestation was not asked for');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { attestationObject, clientDataJSON },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('the new passkey could not be verified');
  const { id, publicKey, counter } = registrationInfo.credential;
  if (id !== credential.id) throw new Error('the new passkey has two ids');
  return {
    credentialId: id,
    rpId: party.id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports.join(' '),
  };
}

/**
 * The authenticator's new signature counter, once it is verified that the passkey's owner has just answered this
 * challenge. Throws in all other cases; also when the counter did not increase, because then there may be a copy of the
 * passkey.
 */
export async function verifyPasskeyUse(
  { party, challenge }: Asking,
  passkey: Passkey,
  credential: UsedCredential,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  refuseFrames(credential.response.clientDataJSON);
  const { userHandle, ...response } = credential.response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  });
  if (!verified) throw new Error('the signature is not of this passkey');
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId))
    throw new Error('the passkey names another account');
  return authenticationInfo.newCounter;
}

/** No page of this site runs inside another site's. */
function refuseFrames(clientDataJSON: string): void {
  const { crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
    crossOrigin?: unknown;
  };
  if (crossOrigin === true) throw new Error('the passkey was used inside a frame');
}
