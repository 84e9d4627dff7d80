/**
 * WebAuthn: the verification of a browser's responses. The only file that imports its library, which takes 29 MB and
 * blocks for 30 ms while it is loaded: imported by `passkey-thread.server.ts` alone.
 */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { NewCredential, UsedCredential } from './credential.ts';
import type { Passkey } from './passkey-store.server.ts';
import { ALGORITHMS, type Asking, userHandleOf } from './webauthn-options.ts';

/** What is kept of a new passkey. */
export type VerifiedPasskey = Pick<Passkey, 'credentialId' | 'rpId' | 'publicKey' | 'counter' | 'transports'>;

/**
 * The passkey that the browser has created for this challenge. Throws in all other cases: another origin or host, no
 * user verification, an unknown algorithm. Attestation is not requested and not parsed: it could contain certificates,
 * whose revocation lists the library would fetch.
 */
export async function verifyNewPasskey(
  { party, challenge }: Asking,
  credential: NewCredential,
): Promise<VerifiedPasskey> {
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
