import type { AuthContext, Caller } from '#app/people/sign-in/desk.server.ts';
import { findBrowserSession } from './browser-session.server.ts';
import { isLiving, listSessions, removeOtherSessions, removeSessionById } from './session-store.server.ts';

/**
 * A browser that is logged in. `device` is browser and system as text, null if unknown; instants are UTC epoch
 * milliseconds, `lastSeenAt` is accurate to ten minutes.
 */
export type OwnSession = {
  id: string;
  device: string | null;
  createdAt: number;
  lastSeenAt: number;
  isThis: boolean;
};

/** The valid sessions of the logged-in user: this one first, then the last used. */
export async function listOwnSessions(desk: AuthContext, caller: Caller): Promise<OwnSession[]> {
  const here = await findBrowserSession(desk, caller);
  if (!here) return [];
  const kind = here.isAdmin ? 'admin' : 'member';
  const sessions = await listSessions(desk.db, here.user.id);
  return sessions
    .filter((session) => isLiving(session, kind, desk.now()))
    .map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      createdAt,
      lastSeenAt,
      isThis: id === here.session.id,
    }))
    .toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || b.lastSeenAt - a.lastSeenAt);
}

/** Ends one session of the logged-in user. False when they have no such session. */
export async function endOwnSession(desk: AuthContext, id: string, caller: Caller): Promise<boolean> {
  const here = await findBrowserSession(desk, caller);
  return here !== undefined && removeSessionById(desk.db, here.user.id, id);
}

/** Ends all other sessions of the user, and returns how many. */
export async function endOtherSessions(desk: AuthContext, caller: Caller): Promise<number> {
  const here = await findBrowserSession(desk, caller);
  return here ? removeOtherSessions(desk.db, here.session) : 0;
}
