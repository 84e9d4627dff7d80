import type { RouterContextProvider } from 'react-router';
import type { Actor, AuditAction } from '#app/audit/audit-entry.ts';
import { noteAudit } from '#app/audit/audit-log.server.ts';
import { takeTry } from '#app/auth/throttle.server.ts';
import { type Visit, visitContext } from './context.ts';

type HasContext = { context: Readonly<RouterContextProvider> };

/**
 * Writes down what the one who sent this request has just done; with `userId`, who turned out to have that
 * account. `subject` is a path or a name, never an email address. What is done stays done when this fails: that is
 * logged, never thrown.
 */
export async function noteDone(
  { context }: HasContext,
  action: AuditAction,
  subject?: string,
  userId?: string,
): Promise<void> {
  const visit = context.get(visitContext);
  await note(visit, action, subject, async () => {
    const actor = userId ? { kind: await visit.services.auth.findKind(userId), id: userId } : actorOf(visit);
    return (await isNews(visit, actor, action)) ? actor : undefined;
  });
}

/** What one member does again and again fills no log that nobody may empty: it is written down twenty times an hour. */
async function isNews({ services, now }: Visit, { kind, id }: Actor, action: AuditAction): Promise<boolean> {
  if (kind !== 'member') return true;
  return (await takeTry(services.write, { limit: 'member-note', of: `${action} ${id}` }, now)) === 0;
}

/**
 * Writes down that somebody could not sign in, and to which account, if there is one under `email`. The address
 * itself is not kept: it may be a password typed into the wrong field.
 */
export async function noteRefusedSignIn(
  { context }: HasContext,
  subject: string,
  email: string,
): Promise<void> {
  const visit = context.get(visitContext);
  await note(visit, 'sign-in-refused', subject, async () => {
    const id = await visit.services.auth.findAccountId(email);
    return id ? { kind: 'visitor', id } : { kind: 'visitor' };
  });
}

/**
 * The same for what strangers can cause as often as they like: of one client address and subject no more is written
 * down than `limit` says.
 */
export async function noteSeldom(
  { context }: HasContext,
  limit: 'held-back-note' | 'google-note',
  action: AuditAction,
  subject: string,
): Promise<void> {
  const visit = context.get(visitContext);
  const { services, now, address } = visit;
  await note(visit, action, subject, async () => {
    const isNews = (await takeTry(services.write, { limit, of: `${subject} ${address}` }, now)) === 0;
    return isNews ? actorOf(visit) : undefined;
  });
}

/** Without an actor nothing is written down. */
async function note(
  { services, now: at, address, reference }: Visit,
  action: AuditAction,
  subject: string | undefined,
  findActor: () => Promise<Actor | undefined>,
): Promise<void> {
  try {
    const actor = await findActor();
    if (actor) await noteAudit(services.write, { at, actor, action, subject, address });
  } catch (error) {
    services.log.error({ err: error, reference, action }, 'what was done could not be written down');
  }
}

function actorOf({ viewer, token }: Visit): Actor {
  if (typeof token !== 'string') return { kind: 'token', id: token.name };
  return viewer.kind === 'visitor' ? { kind: 'visitor' } : { kind: viewer.kind, id: viewer.userId };
}
