import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { accountName } from '#app/platform/database/account-names.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type { AuditEntryRow } from '#app/platform/database/tables/operation-tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import type { Actor, AuditAction } from './audit-entry.ts';

export const ENTRIES_KEPT_MS = 400 * DAY_MS;
/** How long network addresses are stored. */
export const ADDRESS_KEPT_MS = 30 * DAY_MS;
/** How many rows about visitors and members stay after that. */
const MOST_OLD_COUNTED = 50_000;

/** `at` is UTC epoch milliseconds, `address` the client's network address if there is one. */
export type AuditRecord = {
  at: number;
  actor: Actor;
  action: AuditAction;
  /** The subject: a path of the site, or a name. No email address and no secret. */
  subject?: string | undefined;
  address?: string | undefined;
};

/** Records an action, in the caller's transaction if `db` is one. Nothing can change or remove the entry. */
export async function recordAudit(db: WriteDb, note: AuditRecord): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({ id: randomUUID(), ...auditRowOf(note) })
    .execute();
}

/** The entry as stored, without an id. */
export function auditRowOf({
  at,
  actor,
  action,
  subject,
  address,
}: AuditRecord): Omit<AuditEntryRow, 'id' | 'count'> {
  return {
    at,
    actor: actor.kind,
    actorId: actor.id ?? null,
    action,
    subject: subject ?? null,
    address: address || null,
  };
}

/** An entry about one action, or about the same one repeated `count` times within an hour. */
export type AuditEntry = Selectable<AuditEntryRow>;

const entryColumns = ['id', 'at', 'actor', 'actorId', 'action', 'subject', 'address', 'count'] as const;

/** Newest first. */
export const auditOrder: ListOrder = { column: 'at', direction: 'desc', kind: 'number' };

/**
 * A page of entries, newest first, each with the name that its actor's account has now. It is looked up, not recorded:
 * the log can't be changed, so a name in it would stay after its owner has changed it or deleted the account.
 */
export function listAuditEntries(
  db: ReadDb,
  request: PageRequest,
): Promise<Page<AuditEntry & { actorName: string | null }>> {
  const entries = db
    .selectFrom('audit_entry')
    .select(entryColumns)
    .select(accountName('audit_entry.actorId').as('actorName'));
  return paginateWalking(entries, auditOrder, request);
}

/** Whether the action was recorded at or after `since` (UTC epoch milliseconds). */
export async function hasHappened(db: ReadDb, action: AuditAction, since: number): Promise<boolean> {
  const row = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('at', '>=', since)
    .where('action', '=', action)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const MOST_OWN = 10_000;

/** The newest ten thousand entries about actions of one account, newest first. */
export function listOwnEntries(db: ReadDb, actorId: string): Promise<AuditEntry[]> {
  return db
    .selectFrom('audit_entry')
    .select(entryColumns)
    .where('actorId', '=', actorId)
    .orderBy('at', 'desc')
    .limit(MOST_OWN)
    .execute();
}

/**
 * Deletes network addresses after 30 days and entries after 400. Of entries about visitors and members, which strangers
 * can cause, only the newest `mostCounted` older than 30 days stay. `now` is UTC epoch milliseconds.
 */
export async function removeOldAuditEntries(
  db: WriteDb,
  now: number,
  mostCounted = MOST_OLD_COUNTED,
): Promise<void> {
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
  // Triggers allow deleting only rows that are this much older than the newest.
  const latest = Math.min(now, newest?.at ?? now);
  await db
    .deleteFrom('audit_entry')
    .where('at', '<', latest - ENTRIES_KEPT_MS)
    .execute();
  await removeExcess(db, latest - ADDRESS_KEPT_MS, mostCounted);
}

async function removeExcess(db: WriteDb, before: number, most: number): Promise<void> {
  const ofMany = db.selectFrom('audit_entry').where('actor', 'in', ['visitor', 'member']);
  const first = await ofMany
    .select('at')
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  await db
    .deleteFrom('audit_entry')
    .where('actor', 'in', ['visitor', 'member'])
    .where('at', '<=', first.at)
    .execute();
}
