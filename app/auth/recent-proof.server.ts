import { redirect } from 'react-router';
import type { Auth } from './auth-surface.server.ts';

/**
 * Lets only those pass who have given their password or a passkey, or come from Google, within the last ten minutes; for acts that
 * a stranger at an open browser must not do. Others are asked on a page of its own, which leads on to `back`, a
 * path of this site. The person must be signed in. Throws the redirect.
 */
export async function requireRecentProof(auth: Auth, request: Request, back: string): Promise<void> {
  if (await auth.hasRecentProof(request)) return;
  throw redirect(`/account/proof?next=${encodeURIComponent(back)}`, 303);
}
