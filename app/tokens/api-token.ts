/** What a token may do: read what is published, write everything the administrator may, or read `/metrics`. */
export type TokenScope = 'read' | 'write' | 'metrics';

export const tokenScopes: readonly TokenScope[] = ['write', 'read', 'metrics'];

/** A token that was recognised. */
export type ApiToken = { id: string; name: string; scope: TokenScope };
