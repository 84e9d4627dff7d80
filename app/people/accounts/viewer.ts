/**
 * Who is looking: determined on the server for every request, never by the browser. `kind` is the role of those who work
 * on the site; for everyone else whether they are logged in.
 */
export type Viewer =
  | { kind: 'visitor' }
  | {
      kind: 'member' | 'contributor' | 'editor' | 'admin';
      userId: string;
      email: string;
      /** Null if the user entered none. */
      name: string | null;
      /** The address is proven. */
      isVerified: boolean;
    };

export const visitor: Viewer = { kind: 'visitor' };

/** Whether the viewer may publish: an editor or the administrator. */
export function isEditor({ kind }: Pick<Viewer, 'kind'>): boolean {
  return kind === 'editor' || kind === 'admin';
}

/** Whether the viewer works on the site, in any role. */
export function isStaff({ kind }: Pick<Viewer, 'kind'>): boolean {
  return kind === 'contributor' || isEditor({ kind });
}
