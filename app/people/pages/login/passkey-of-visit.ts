import { data } from 'react-router';
import type { OwnPasskey } from '#app/people/accounts/own-passkeys.server.ts';
import { signedInVisit } from '#app/people/pages/signed-in-visit.ts';

/** The passkey `id` of the logged-in user. Throws the 404 for one that is not theirs. */
export async function findPasskeyOfVisit(
  args: Parameters<typeof signedInVisit>[0],
  id: string,
): Promise<{ passkey: OwnPasskey; siteTitle: string }> {
  const { auth, viewer, town } = signedInVisit(args);
  const passkey = (await auth.passkeys.list(viewer.userId)).find((one) => one.id === id);
  if (!passkey) throw data(null, 404);
  return { passkey, siteTitle: town.title };
}
