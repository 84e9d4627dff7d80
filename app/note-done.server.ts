import type { RouterContextProvider } from 'react-router';
import type { Actor, AuditAction } from '#app/audit/audit-entry.ts';
import { noteAudit } from '#app/audit/audit-log.server.ts';
import { type Visit, visitContext } from './context.ts';

type HasContext = { context: Readonly<RouterContextProvider> };

/**
 * Writes down what the one who sent this request has just done. `subject` is a path or a name, never an email
 * address. What is done stays done when this fails: that is logged, never thrown.
 */
export async function noteDone(
  { context }: HasContext,
  action: AuditAction,
  subject?: string,
): Promise<void> {
  const visit = context.get(visitContext);
  const { services, now: at, address, reference } = visit;
  try {
    await noteAudit(services.write, { at, actor: actorOf(visit), action, subject, address });
  } catch (error) {
    services.log.error({ err: error, reference, action }, 'what was done could not be written down');
  }
}

function actorOf({ viewer, token }: Visit): Actor {
  if (typeof token !== 'string') return { kind: 'token', id: token.name };
  return viewer.kind === 'visitor' ? { kind: 'visitor' } : { kind: viewer.kind, id: viewer.userId };
}
