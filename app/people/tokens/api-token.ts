/** What a token allows: reading what is published, writing everything the administrator can, or reading `/metrics`. */
export type TokenScope = 'read' | 'write' | 'metrics';

export const tokenScopes: readonly TokenScope[] = ['write', 'read', 'metrics'];

/** A valid token. */
export type ApiToken = { id: string; name: string; scope: TokenScope };
