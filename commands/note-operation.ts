import type { AuditAction } from '#app/audit/audit-entry.ts';
import { noteAudit } from '#app/audit/audit-log.server.ts';
import type { WriteDb } from '#app/database/handles.ts';
import type { Invocation } from './command.ts';

/** Records the operator's action; the administrator sees it on the Activity page. */
export function noteOperation(
  db: WriteDb,
  { now: at }: Invocation,
  action: AuditAction,
  subject?: string,
): Promise<void> {
  return noteAudit(db, { at, actor: { kind: 'operator' }, action, subject });
}
