import { findBrowserSession } from './browser-session.server.ts';
import type { Caller, Desk } from './desk.server.ts';
import { isLiving, listSessions, removeOtherSessions, removeSessionById } from './session-store.server.ts';

/**
 * A browser that is signed in. `device` is browser and system in words, null when it did not say; instants are UTC epoch
 * milliseconds, `lastSeenAt` true to ten minutes.
 */
export type OwnSession = {
  id: string;
  device: string | null;
  createdAt: number;
  lastSeenAt: number;
  isThis: boolean;
};

/** The sessions that still count of the person who is signed in here: this one first, then the last used. */
export async function listOwnSessions(desk: Desk, caller: Caller): Promise<OwnSession[]> {
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

/** Ends one session of the person who is signed in here. False when they have no such session. */
export async function endOwnSession(desk: Desk, id: string, caller: Caller): Promise<boolean> {
  const here = await findBrowserSession(desk, caller);
  return here !== undefined && removeSessionById(desk.db, here.user.id, id);
}

/** Ends all sessions of the person but the one here, and returns how many. */
export async function endOtherSessions(desk: Desk, caller: Caller): Promise<number> {
  const here = await findBrowserSession(desk, caller);
  return here ? removeOtherSessions(desk.db, here.session) : 0;
}
