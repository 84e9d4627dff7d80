import type { RouterContextProvider } from 'react-router';
import type { Actor, AuditAction } from '#app/town/activity/audit-entry.ts';
import { noteAudit } from '#app/town/activity/audit-log.server.ts';
import { noteCounted } from '#app/town/activity/counted-notes.server.ts';
import { type Visit, visitContext } from './context.ts';

type HasContext = { context: Readonly<RouterContextProvider> };

/**
 * Records the action of this request's sender; with `userId`, of the account that they turned out to have.
 * `subject` is a path or a name, or a function that finds it, and never an email address. A failure here does not undo
 * the action: it is logged, never thrown.
 */
export async function noteDone(
  { context }: HasContext,
  action: AuditAction,
  subject?: string | (() => Promise<string>),
  userId?: string,
): Promise<void> {
  const visit = context.get(visitContext);
  await note(visit, action, subject, async () =>
    userId ? { kind: await visit.services.auth.findKind(userId), id: userId } : actorOf(visit),
  );
}

/**
 * Records a failed login, and for which account, if there is one for `email`. The address itself is not stored:
 * it may be a password typed into the wrong field.
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

async function note(
  { services, now: at, address, reference }: Visit,
  action: AuditAction,
  given: string | (() => Promise<string>) | undefined,
  findActor: () => Promise<Actor>,
): Promise<void> {
  const { write, keyedHash, log } = services;
  try {
    const subject = typeof given === 'function' ? await given() : given;
    const entry = { at, actor: await findActor(), action, subject, address };
    // Only the administrator, and programs with a token, get a row per action: no one else may fill the log.
    const isCounted = entry.actor.kind === 'visitor' || entry.actor.kind === 'member';
    await (isCounted ? noteCounted(write, keyedHash, entry) : noteAudit(write, entry));
  } catch (error) {
    log.error({ err: error, reference, action }, 'an action could not be written to the audit log');
  }
}

function actorOf({ viewer, token }: Visit): Actor {
  if (typeof token !== 'string') return { kind: 'token', id: token.name };
  return viewer.kind === 'visitor' ? { kind: 'visitor' } : { kind: viewer.kind, id: viewer.userId };
}
