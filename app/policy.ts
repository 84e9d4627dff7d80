/**
 * Who may pass a door. `visitor-only` is for pages on which somebody who is signed in has nothing to do;
 * `admin-or-token` also lets programs pass with an API token whose scope is to write.
 */
export type Policy = 'public' | 'visitor-only' | 'member' | 'admin' | 'admin-or-token';

/** What a route lets whom do. Without `write` it takes nothing but GET and HEAD. */
export type RoutePolicy = { read: Policy; write?: Policy };

/** Who stands before a door: how they are signed in, and what the token they sent may do. */
export type Caller = {
  viewer: 'visitor' | 'member' | 'admin';
  token: 'none' | 'invalid' | 'read' | 'write' | 'metrics';
};

/**
 * What keeps a caller from passing: nobody is known (401), who is known may not (403), or nothing. A call with a token
 * is judged by the token alone, and one with a token that is none passes no door.
 */
export function refusalOf(policy: Policy, { viewer, token }: Caller): 401 | 403 | undefined {
  if (token === 'invalid') return 401;
  if (policy === 'public') return undefined;
  if (token !== 'none') return policy === 'admin-or-token' && token === 'write' ? undefined : 403;
  if (policy === 'visitor-only') return viewer === 'visitor' ? undefined : 403;
  if (viewer === 'admin' || (policy === 'member' && viewer === 'member')) return undefined;
  return viewer === 'visitor' ? 401 : 403;
}
