/**
 * Who may use a route: everyone with the role of this level or a higher one. `visitor-only` is for pages that logged-in
 * users don't need. With `-or-token`, programs with an API token that can write and has such a role, too.
 */
export type Policy = 'public' | 'visitor-only' | 'member' | Role | `${Role}-or-token`;

/** Who works on the site (product contract section 6): contributors write drafts, editors publish, one administrator. */
export type Role = 'contributor' | 'editor' | 'admin';

/** Who may read and write a route. Without `write` it accepts only GET and HEAD. */
export type RoutePolicy = { read: Policy; write?: Policy };

/** The caller: how they are logged in, and what their token allows. One that can write is its role. */
export type Caller = {
  viewer: 'visitor' | 'member' | Role;
  token: 'none' | 'invalid' | 'read' | 'metrics' | Role;
};

const ranks = { visitor: 0, public: 0, read: 0, metrics: 0, member: 1, contributor: 2, editor: 3, admin: 4 };

/**
 * What blocks a caller: not logged in (401), not allowed (403), or nothing. A call with a token is judged by the token
 * alone, and an invalid token is always refused.
 */
export function policyStatusOf(policy: Policy, { viewer, token }: Caller): 401 | 403 | undefined {
  if (token === 'invalid') return 401;
  if (policy === 'public') return undefined;
  if (policy === 'visitor-only') return token === 'none' && viewer === 'visitor' ? undefined : 403;
  const [level = 'admin', orToken] = policy.split(/-(?=or)/) as [Role | 'member', string?];
  if (token !== 'none') return orToken && ranks[token] >= ranks[level] ? undefined : 403;
  if (ranks[viewer] >= ranks[level]) return undefined;
  return viewer === 'visitor' ? 401 : 403;
}

/** The least role that this policy admits, also of a token; undefined where none is needed. */
export function levelOf(policy: Policy): Role | undefined {
  const level = policy.replace('-or-token', '') as Policy;
  return isForStaff(level) ? (level as Role) : undefined;
}

/** Whether only people who work on the site may use what has this policy. */
export function isForStaff(policy: Policy): boolean {
  return policy === 'contributor' || policy === 'editor' || policy === 'admin';
}

/** Whether a role, or a kind of viewer, has at least the rights of `level`. */
export function hasRole(kind: Caller['viewer'], level: Role): boolean {
  return ranks[kind] >= ranks[level];
}
