/** Runs in a thread of its own: loading the WebAuthn library would block everybody's requests for 30 ms. */
import type { PasskeyCheck } from './verify-passkey.server.ts';
import { type VerifiedPasskey, verifyNewPasskey, verifyPasskeyUse } from './webauthn.server.ts';

export default async function verifyPasskey(check: PasskeyCheck): Promise<VerifiedPasskey | number> {
  return check.kind === 'new'
    ? verifyNewPasskey(check.asking, check.credential)
    : verifyPasskeyUse(check.asking, check.passkey, check.credential);
}
