/**
 * Who may use a route. `visitor-only` is for pages that logged-in users don't need; `admin-or-token` also admits
 * programs with an API token that can write.
 */
export type Policy = 'public' | 'visitor-only' | 'member' | 'admin' | 'admin-or-token';

/** Who may read and write a route. Without `write` it accepts only GET and HEAD. */
export type RoutePolicy = { read: Policy; write?: Policy };

/** The caller: how they are logged in, and what their token allows. */
export type Caller = {
  viewer: 'visitor' | 'member' | 'admin';
  token: 'none' | 'invalid' | 'read' | 'write' | 'metrics';
};

/**
 * What blocks a caller: not logged in (401), not allowed (403), or nothing. A call with a token is judged by the token
 * alone, and an invalid token is always refused.
 */
export function policyStatusOf(policy: Policy, { viewer, token }: Caller): 401 | 403 | undefined {
  if (token === 'invalid') return 401;
  if (policy === 'public') return undefined;
  if (token !== 'none') return policy === 'admin-or-token' && token === 'write' ? undefined : 403;
  if (policy === 'visitor-only') return viewer === 'visitor' ? undefined : 403;
  if (viewer === 'admin' || (policy === 'member' && viewer === 'member')) return undefined;
  return viewer === 'visitor' ? 401 : 403;
}
