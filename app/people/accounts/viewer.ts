/** Who is looking: determined on the server for every request, never by the browser. */
export type Viewer =
  | { kind: 'visitor' }
  | {
      kind: 'member' | 'admin';
      userId: string;
      email: string;
      /** Null if the user entered none. */
      name: string | null;
      /** The address is proven. */
      isVerified: boolean;
    };

export const visitor: Viewer = { kind: 'visitor' };

/** Whether the viewer is the verified holder of the administrator's address. */
export function isAdmin(viewer: Viewer): boolean {
  return viewer.kind === 'admin';
}
