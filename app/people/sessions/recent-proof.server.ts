import { redirect } from 'react-router';
import type { AuthContext } from '#app/people/auth-context.server.ts';
import { hasRecentProof } from './browser-session.server.ts';

/**
 * Admits only users who entered their password, used a passkey or came from Google within the last ten minutes; for
 * actions that a stranger at an open browser must not do. Others are asked on a separate page, which leads on to
 * `back`, a path of this site. The user must be logged in. Throws the redirect.
 */
export async function requireRecentProof(auth: AuthContext, request: Request, back: string): Promise<void> {
  if (await hasRecentProof(auth, request)) return;
  throw redirect(`/account/proof?next=${encodeURIComponent(back)}`, 303);
}
