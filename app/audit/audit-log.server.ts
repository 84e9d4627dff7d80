import { randomUUID } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/database/paginate.server.ts';
import type { AuditEntryRow } from '#app/database/tables.ts';
import type { Actor, AuditAction } from './audit-entry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 400 * DAY_MS;
const ADDRESS_KEPT_MS = 30 * DAY_MS;

/** `at` is UTC epoch milliseconds, `address` the client's network address where there is one. */
export type AuditNote = {
  at: number;
  actor: Actor;
  action: AuditAction;
  /** On what: a path of the site, or a name. No email address and no secret. */
  subject?: string | undefined;
  address?: string | undefined;
};

/** Writes down what somebody did, in the caller's transaction if `db` is one. Nothing can change or remove it. */
export async function noteAudit(
  db: WriteDb,
  { at, actor, action, subject, address }: AuditNote,
): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({
      id: randomUUID(),
      at,
      actor: actor.kind,
      actorId: actor.id ?? null,
      action,
      subject: subject ?? null,
      address: address || null,
    })
    .execute();
}

/** Newest first. */
export const auditOrder: ListOrder = { column: 'at', direction: 'desc', kind: 'number' };

/** A page of what was done, newest first. */
export function listAuditEntries(db: ReadDb, request: PageRequest): Promise<Page<AuditEntryRow>> {
  return paginateWalking(db.selectFrom('audit_entry').selectAll(), auditOrder, request);
}

const MOST_OWN = 10_000;

/** The newest ten thousand entries about what one account did, newest first. */
export function listOwnEntries(db: ReadDb, actorId: string): Promise<AuditEntryRow[]> {
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .where('actorId', '=', actorId)
    .orderBy('at', 'desc')
    .limit(MOST_OWN)
    .execute();
}

/** Forgets network addresses after 30 days and entries after 400. `now` is UTC epoch milliseconds. */
export async function removeOldAuditEntries(db: WriteDb, now: number): Promise<void> {
  await db
    .updateTable('audit_entry')
    .set({ address: null })
    .where('at', '<', now - ADDRESS_KEPT_MS)
    .where('address', 'is not', null)
    .execute();
  const newest = await db
    .selectFrom('audit_entry')
    .select((eb) => eb.fn.max<number | null>('at').as('at'))
    .executeTakeFirst();
  // The database lets rows go only that long before the newest.
  const horizon = Math.min(now, newest?.at ?? now) - KEPT_MS;
  await db.deleteFrom('audit_entry').where('at', '<', horizon).execute();
}
