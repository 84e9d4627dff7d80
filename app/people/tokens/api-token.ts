import type { Role } from '#app/people/request/policy.ts';

/** What a token allows: reading what is published, writing everything its role can, or reading `/metrics`. */
export type TokenScope = 'read' | 'write' | 'metrics';

export const tokenScopes: readonly TokenScope[] = ['write', 'read', 'metrics'];

export const scopeWords: Record<TokenScope, string> = {
  write: 'Read and write',
  read: 'Read only',
  metrics: 'Metrics only',
};

export const tokenRoles: readonly Role[] = ['admin', 'editor', 'contributor'];

/** A valid token. `userId` is the person whose it is, null for the administrator's; `role` is no higher than theirs. */
export type ApiToken = { id: string; name: string; scope: TokenScope; role: Role; userId: string | null };
