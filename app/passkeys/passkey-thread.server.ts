/** Runs in a thread of its own: loading the WebAuthn library would block everybody's requests for 30 ms. */
import { serveRequests } from '#app/threads/serve-requests.server.ts';
import type { PasskeyCheck } from './verify-passkey.server.ts';
import { verifyNewPasskey, verifyPasskeyUse } from './webauthn.server.ts';

serveRequests(async (check: PasskeyCheck) =>
  check.kind === 'new'
    ? verifyNewPasskey(check.asking, check.credential)
    : verifyPasskeyUse(check.asking, check.passkey, check.credential),
);
