import { findUser, type User } from '#app/people/accounts/user-store.server.ts';
import { type Viewer, visitor } from '#app/people/accounts/viewer.ts';
import { findRole } from '#app/people/administrator/find-role.server.ts';
import { type AuthContext, type Caller, cookieOf } from '#app/people/auth-context.server.ts';
import type { Role } from '#app/people/request/policy.ts';
import { writeAside } from '#app/platform/database/write-aside.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { readSessionToken } from './session-cookie.server.ts';
import {
  findSession,
  isLiving,
  listSessions,
  recordLastSeen,
  recordProof,
  removeOtherSessions,
  removeSessionById,
  type Session,
} from './session-store.server.ts';

/** How long a confirmation of identity counts before dangerous actions. */
const RECENT_MS = 10 * MINUTE_MS;

type BrowserSession = { session: Session; user: User; kind: 'member' | Role };

/** Who sends the request. Without a session cookie a visitor, without a query. */
export async function findViewer(auth: AuthContext, request: Request): Promise<Viewer> {
  const found = await findBrowserSession(auth, cookieOf(request));
  if (!found) return visitor;
  const { session, user, kind } = found;
  await writeAside(recordLastSeen(auth.db, session, auth.now()));
  return {
    kind,
    userId: user.id,
    email: user.email,
    name: user.name,
    isVerified: user.emailVerified,
  };
}

/** Whether the user entered a password or came from Google within the last ten minutes. */
export async function hasRecentProof(auth: AuthContext, request: Request): Promise<boolean> {
  const found = await findBrowserSession(auth, cookieOf(request));
  return found !== undefined && auth.now() < found.session.provedAt + RECENT_MS;
}

/** Records that the user has just confirmed their identity. */
export async function renewProof(auth: AuthContext, request: Request): Promise<void> {
  const found = await findBrowserSession(auth, cookieOf(request));
  if (found) await recordProof(auth.db, found.session.tokenHash, auth.now());
}

/** The browser's valid session and its user, unless the account is disabled. Without a session cookie, no query runs. */
export async function findBrowserSession(
  { db, settings, now }: AuthContext,
  { cookie }: Caller,
): Promise<BrowserSession | undefined> {
  const token = readSessionToken(cookie, settings.url);
  const session = token ? await findSession(db, token) : undefined;
  const user = session && (await findUser(db, session.userId));
  if (!session || !user || user.isDisabled) return undefined;
  const kind = await findRole(db, settings, user);
  return isLiving(session, kind, now()) ? { session, user, kind } : undefined;
}

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
export async function listOwnSessions(auth: AuthContext, caller: Caller): Promise<OwnSession[]> {
  const here = await findBrowserSession(auth, caller);
  if (!here) return [];
  const sessions = await listSessions(auth.db, here.user.id);
  return sessions
    .filter((session) => isLiving(session, here.kind, auth.now()))
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
export async function endOwnSession(auth: AuthContext, id: string, caller: Caller): Promise<boolean> {
  const here = await findBrowserSession(auth, caller);
  return here !== undefined && removeSessionById(auth.db, here.user.id, id);
}

/** Ends all other sessions of the user, and returns how many. */
export async function endOtherSessions(auth: AuthContext, caller: Caller): Promise<number> {
  const here = await findBrowserSession(auth, caller);
  return here ? removeOtherSessions(auth.db, here.session) : 0;
}
