/** WebAuthn: the options for the browser. `verify-passkey.server.ts` verifies its responses. */
import type {
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { CHALLENGE_LIFETIME_MS } from './challenge.server.ts';
import type { Passkey } from './passkey-store.server.ts';
import type { RelyingParty } from './relying-party.ts';

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** EdDSA, ES256 and RS256, by their numbers in COSE. */
export const ALGORITHMS = [-8, -7, -257];

/** The challenge that a browser was given, and by whom. */
export type Asking = { party: RelyingParty; challenge: string };

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
