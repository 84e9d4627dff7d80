import type { WriteDb } from '#app/platform/database/handles.ts';
import type { Actor, AuditAction } from '#app/town/activity/audit-entry.ts';
import { recordAudit } from '#app/town/activity/audit-log.server.ts';
import type { Invocation } from './command.ts';

/**
 * Records the operator's action, or that of the administrator (`account`) who requested it on a page; the Activity page
 * shows it.
 */
export function recordOperation(
  db: WriteDb,
  { now: at }: Invocation,
  action: AuditAction,
  subject?: string,
  account: string | null = null,
): Promise<void> {
  const actor: Actor = account === null ? { kind: 'operator' } : { kind: 'admin', id: account };
  return recordAudit(db, { at, actor, action, subject });
}
