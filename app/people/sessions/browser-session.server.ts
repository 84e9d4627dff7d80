import { findUser, type User } from '#app/people/accounts/user-store.server.ts';
import { type Viewer, visitor } from '#app/people/accounts/viewer.ts';
import { isAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import type { AuthContext, Caller } from '#app/people/sign-in/desk.server.ts';
import { writeAside } from '#app/platform/database/write-aside.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { readSessionToken } from './session-cookie.server.ts';
import { findSession, isLiving, recordLastSeen, recordProof, type Session } from './session-store.server.ts';

/** How long a confirmation of identity counts before dangerous actions. */
const RECENT_MS = 10 * MINUTE_MS;

export type BrowserSession = { session: Session; user: User; isAdmin: boolean };

/** Who sends the request. Without a session cookie a visitor, without a query. */
export async function findViewer(desk: AuthContext, request: Request): Promise<Viewer> {
  const found = await findBrowserSession(desk, callerOf(request));
  if (!found) return visitor;
  const { session, user, isAdmin } = found;
  await writeAside(recordLastSeen(desk.db, session, desk.now()));
  return {
    kind: isAdmin ? 'admin' : 'member',
    userId: user.id,
    email: user.email,
    name: user.name,
    isVerified: user.emailVerified,
  };
}

/** Whether the user entered a password or came from Google within the last ten minutes. */
export async function hasRecentProof(desk: AuthContext, request: Request): Promise<boolean> {
  const found = await findBrowserSession(desk, callerOf(request));
  return found !== undefined && desk.now() < found.session.provedAt + RECENT_MS;
}

/** Records that the user has just confirmed their identity. */
export async function renewProof(desk: AuthContext, request: Request): Promise<void> {
  const found = await findBrowserSession(desk, callerOf(request));
  if (found) await recordProof(desk.db, found.session.tokenHash, desk.now());
}

function callerOf(request: Request): Caller {
  return { cookie: request.headers.get('Cookie') ?? undefined };
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
  const isAdmin = await isAdministrator(db, settings, user);
  return isLiving(session, isAdmin ? 'admin' : 'member', now()) ? { session, user, isAdmin } : undefined;
}
