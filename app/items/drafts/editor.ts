import type { RequestContext } from '#app/people/request/context.ts';
import type { Role } from '#app/people/request/policy.ts';

/**
 * Who changes an item: an account, or a program, named by its API token. `role` is what they were when the request came;
 * without it, the site itself or its operator. `person` is the account, also of a token; null for the administrator's.
 */
export type Editor = { userId: string | null; token: string | null; role?: Role; person?: string | null };

/** The sender of a request. */
export function editorOf({ viewer, token }: Pick<RequestContext, 'viewer' | 'token'>): Editor {
  if (typeof token !== 'string')
    return { userId: null, token: token.name, role: token.role, person: token.userId };
  if (viewer.kind === 'visitor') return { userId: null, token: null };
  const { kind, userId } = viewer;
  return kind === 'member' ? { userId, token: null } : { userId, token: null, role: kind, person: userId };
}
