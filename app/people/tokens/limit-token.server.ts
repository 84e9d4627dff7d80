import { findUser } from '#app/people/accounts/user-store.server.ts';
import { findRole } from '#app/people/administrator/find-role.server.ts';
import type { AuthContext } from '#app/people/auth-context.server.ts';
import { hasRole } from '#app/people/request/policy.ts';
import type { ApiToken } from './api-token.ts';

/** The token with no more rights than its person has now; undefined when they have no role any more. */
export async function limitToPerson(auth: AuthContext, token: ApiToken): Promise<ApiToken | undefined> {
  if (token.userId === null) return token;
  const user = await findUser(auth.db, token.userId);
  const role = user && (await findRole(auth.db, auth.settings, user));
  if (!role || role === 'member') return undefined;
  return { ...token, role: hasRole(role, token.role) ? token.role : role };
}
