import type { RouterContextProvider } from 'react-router';
import { findAccountId } from '#app/people/accounts/disabled-accounts.server.ts';
import { findUser } from '#app/people/accounts/user-store.server.ts';
import { findRole } from '#app/people/administrator/find-role.server.ts';
import type { AuthContext } from '#app/people/auth-context.server.ts';
import type { Actor, AuditAction } from '#app/town/activity/audit-entry.ts';
import { recordAudit } from '#app/town/activity/audit-log.server.ts';
import { recordCounted } from '#app/town/activity/counted-activity.server.ts';
import { type RequestContext, requestContextKey } from './context.ts';

type HasContext = { context: Readonly<RouterContextProvider> };

/**
 * Records the action of this request's sender; with `userId`, of the account that they turned out to have.
 * `subject` is a path or a name, or a function that finds it, and never an email address. A failure here does not undo
 * the action: it is logged, never thrown.
 */
export async function recordActivity(
  { context }: HasContext,
  action: AuditAction,
  subject?: string | (() => Promise<string>),
  userId?: string,
): Promise<void> {
  const requestContext = context.get(requestContextKey);
  await note(requestContext, action, subject, async () =>
    userId
      ? { kind: await findKind(requestContext.services.auth, userId), id: userId }
      : actorOf(requestContext),
  );
}

/**
 * Records a failed login, and for which account, if there is one for `email`. The address itself is not stored:
 * it may be a password typed into the wrong field.
 */
export async function recordFailedSignIn(
  { context }: HasContext,
  subject: string,
  email: string,
): Promise<void> {
  const requestContext = context.get(requestContextKey);
  await note(requestContext, 'sign-in-refused', subject, async () => {
    const id = await findAccountId(requestContext.services.auth, email);
    return id ? { kind: 'visitor', id } : { kind: 'visitor' };
  });
}

async function note(
  { services, now: at, address, reference }: RequestContext,
  action: AuditAction,
  given: string | (() => Promise<string>) | undefined,
  findActor: () => Promise<Actor>,
): Promise<void> {
  const { write, keyedHash, log } = services;
  try {
    const subject = typeof given === 'function' ? await given() : given;
    const entry = { at, actor: await findActor(), action, subject, address };
    // Only people who work on the site, and programs with a token, get a row per action: no one else may fill the log.
    const isCounted = entry.actor.kind === 'visitor' || entry.actor.kind === 'member';
    await (isCounted ? recordCounted(write, keyedHash, entry) : recordAudit(write, entry));
  } catch (error) {
    log.error({ err: error, reference, action }, 'an action could not be written to the audit log');
  }
}

async function findKind({ db, settings }: AuthContext, userId: string): Promise<Actor['kind']> {
  const user = await findUser(db, userId);
  return user ? findRole(db, settings, user) : 'member';
}

function actorOf({ viewer, token }: RequestContext): Actor {
  if (typeof token !== 'string') return { kind: 'token', id: token.name };
  return viewer.kind === 'visitor' ? { kind: 'visitor' } : { kind: viewer.kind, id: viewer.userId };
}
