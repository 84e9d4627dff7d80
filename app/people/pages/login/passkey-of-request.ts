import { data } from 'react-router';
import type { OwnPasskey } from '#app/people/accounts/own-passkeys.server.ts';
import { listOwnPasskeys } from '#app/people/accounts/own-passkeys.server.ts';
import { signedInContext } from '#app/people/pages/signed-in-context.ts';

/** The passkey `id` of the logged-in user. Throws the 404 for one that is not theirs. */
export async function findPasskeyOfRequest(
  args: Parameters<typeof signedInContext>[0],
  id: string,
): Promise<{ passkey: OwnPasskey; siteTitle: string }> {
  const { auth, viewer, town } = signedInContext(args);
  const passkey = (await listOwnPasskeys(auth, viewer.userId)).find((one) => one.id === id);
  if (!passkey) throw data(null, 404);
  return { passkey, siteTitle: town.title };
}
