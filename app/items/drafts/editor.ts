import type { RequestContext } from '#app/people/request/context.ts';

/** Who changes an item: an account, or a program, named by its API token. */
export type Editor = { userId: string | null; token: string | null };

/** The sender of a request. */
export function editorOf({ viewer, token }: Pick<RequestContext, 'viewer' | 'token'>): Editor {
  if (typeof token !== 'string') return { userId: null, token: token.name };
  return { userId: viewer.kind === 'visitor' ? null : viewer.userId, token: null };
}
