import { IdleThread } from '#app/platform/threads/idle-thread.server.ts';
import type { NewCredential, UsedCredential } from './credential.ts';
import type { Passkey } from './passkey-store.server.ts';
import type { VerifiedPasskey } from './webauthn.server.ts';
import type { Asking } from './webauthn-options.ts';

/** What the thread is asked. */
export type PasskeyCheck =
  | { kind: 'new'; asking: Asking; credential: NewCredential }
  | { kind: 'use'; asking: Asking; passkey: Passkey; credential: UsedCredential };

const thread = new IdleThread<PasskeyCheck, VerifiedPasskey | number>('passkey-thread', import.meta.url);

/** What is kept of the passkey that the browser has made for this challenge. Rejects everything else. */
export async function verifyNewPasskey(asking: Asking, credential: NewCredential): Promise<VerifiedPasskey> {
  return (await thread.run({ kind: 'new', asking, credential })) as VerifiedPasskey;
}

/**
 * The authenticator's new signature counter, once it is certain that the passkey's owner has signed this challenge.
 * Rejects everything else, also a counter that did not rise: there may be a copy of the passkey.
 */
export async function verifyPasskeyUse(
  asking: Asking,
  passkey: Passkey,
  credential: UsedCredential,
): Promise<number> {
  return (await thread.run({ kind: 'use', asking, passkey, credential })) as number;
}
