import type { ListRequest, SaveOptions, SaveOutcome } from '#app/content/collection.server.ts';
import { removeRow, saveRow } from '#app/content/item-store.server.ts';
import { type CountedOrder, paginateCounted } from '#app/database/counted-list.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { Page, PageRequest } from '#app/database/paginate.server.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { type EventCard, type EventInput, previousDateOf, type TownEvent } from './event.ts';

/** Soonest first by eventDate (spec section 9). */
export const eventOrder: CountedOrder = {
  table: 'event',
  column: 'eventDate',
  direction: 'asc',
  kind: 'number',
};

const cardColumns = [
  'id',
  'title',
  'link',
  'eventDate',
  'eventTime',
  'eventLocation',
  'endDate',
  'allDay',
  'status',
  'statusNote',
  'previousDate',
] as const;

const eventColumns = [
  ...cardColumns,
  'sourceId',
  'pubDate',
  'description',
  'enclosureUrl',
  'enclosureType',
  'version',
  'updatedAt',
] as const;

/**
 * Events on or after `from`, soonest first, as the lists show them. `from` is an instant in UTC: pass
 * `startOfToday(now, zone)`. An empty town gives an empty page (spec sections 2 and 9).
 */
export async function listUpcomingEvents(
  db: ReadDb,
  from: number,
  request: PageRequest,
): Promise<Page<EventCard>> {
  const query = db.selectFrom('event').select(cardColumns);
  return fromPage(await paginateCounted(db, query, eventOrder, request, from));
}

/** Events soonest first, whole; on or after `from` when it is given, else all that ever were. */
export async function listEvents(db: ReadDb, { from, ...request }: ListRequest): Promise<Page<TownEvent>> {
  const query = db.selectFrom('event').select(eventColumns);
  return fromPage(await paginateCounted(db, query, eventOrder, request, from));
}

export async function findEvent(db: ReadDb, id: string): Promise<TownEvent | undefined> {
  const row = await db.selectFrom('event').select(eventColumns).where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/**
 * Saves the event and re-reads it (spec section 7). Its description must be sanitized. Where it moved from is noted in
 * the same transaction.
 */
export function saveEvent(
  db: WriteDb,
  input: EventInput,
  options: SaveOptions,
): Promise<SaveOutcome<TownEvent>> {
  return inTransaction(db, async (transaction) => {
    const stored = input.status === 'moved' ? await findEvent(transaction, input.id) : undefined;
    const saved = await saveRow(transaction, 'event', toRow(input, stored), options);
    const current = await findEvent(transaction, input.id);
    return saved && current ? { kind: 'saved', item: current } : { kind: 'conflict', current };
  });
}

export function removeEvent(db: WriteDb, id: string, version?: number): Promise<boolean> {
  return removeRow(db, 'event', id, version);
}

function toRow(input: EventInput, stored: TownEvent | undefined) {
  return {
    ...input,
    endDate: input.endDate ?? null,
    allDay: input.allDay ? 1 : 0,
    status: input.status ?? 'scheduled',
    statusNote: input.statusNote ?? null,
    previousDate: previousDateOf(input, stored),
  };
}

/** A truth value is 0 or 1 in both databases. */
function fromRow<Row extends { allDay: number }>(row: Row): Omit<Row, 'allDay'> & { allDay: boolean } {
  return { ...row, allDay: row.allDay === 1 };
}

function fromPage<Row extends { allDay: number }>({ items, ...page }: Page<Row>) {
  return { ...page, items: items.map(fromRow) };
}
