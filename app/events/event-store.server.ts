import type { ListRequest, SaveOptions, SaveOutcome } from '#app/content/collection.server.ts';
import { removeRow, saveRow } from '#app/content/item-store.server.ts';
import { type CountedOrder, paginateCounted } from '#app/database/counted-list.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { Page, PageRequest } from '#app/database/paginate.server.ts';
import type { EventCard, EventInput, TownEvent } from './event.ts';

/** Soonest first by eventDate (spec section 9). */
export const eventOrder: CountedOrder = {
  table: 'event',
  column: 'eventDate',
  direction: 'asc',
  kind: 'number',
};

const cardColumns = ['id', 'title', 'link', 'eventDate', 'eventTime', 'eventLocation'] as const;

const eventColumns = [
  'id',
  'sourceId',
  'title',
  'link',
  'pubDate',
  'description',
  'eventDate',
  'eventTime',
  'eventLocation',
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
  return paginateCounted(db, query, eventOrder, request, from);
}

/** Events soonest first, whole; on or after `from` when it is given, else all that ever were. */
export async function listEvents(db: ReadDb, { from, ...request }: ListRequest): Promise<Page<TownEvent>> {
  return paginateCounted(db, db.selectFrom('event').select(eventColumns), eventOrder, request, from);
}

export async function findEvent(db: ReadDb, id: string): Promise<TownEvent | undefined> {
  return db.selectFrom('event').select(eventColumns).where('id', '=', id).executeTakeFirst();
}

/** Saves the event and re-reads it (spec section 7). Its description must be sanitized. */
export async function saveEvent(
  db: WriteDb,
  input: EventInput,
  options: SaveOptions,
): Promise<SaveOutcome<TownEvent>> {
  const saved = await saveRow(db, 'event', input, options);
  const current = await findEvent(db, input.id);
  return saved && current ? { kind: 'saved', item: current } : { kind: 'conflict', current };
}

export function removeEvent(db: WriteDb, id: string, version?: number): Promise<boolean> {
  return removeRow(db, 'event', id, version);
}
