/** Repeated events in the database: each date of a series is an event of its own. */
import { isDeepStrictEqual } from 'node:util';
import type { SaveOptions, SaveOutcome, SeriesScope } from '#app/items/collection/collection.ts';
import { saveRow, storedRow } from '#app/items/content/item-store.server.ts';
import { unnoted } from '#app/platform/database/change-counters.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { heldFor, inTransaction } from '#app/platform/database/transaction.ts';
import { indexItems } from '#app/platform/search-index/index-items.server.ts';
import { formatEventDate } from '#app/platform/time/town-time.ts';
import { type Body, bodiesProblem, bodyNamed, namesIn } from '#app/town/bodies.ts';
import { findTown, saveTown, withTown } from '#app/town/town-store.server.ts';
import { cardFields, type EventCard, type EventInput, type TownEvent } from './event.ts';
import {
  isOwnPage,
  type NewDate,
  planEdit,
  planNewSeries,
  type SeriesEvent,
  type SeriesPlan,
} from './event-series.ts';
import { eventColumns, eventSource, fromRow, saveEvent, toEvent, toRow } from './event-store.server.ts';
import { meetingColumns } from './meetings/meeting.ts';

/** The rows that one statement writes or one step indexes. */
const ROWS_OF_STEP = 50;

const NO_SERIES = { recurrence: null, seriesId: null, recurrenceId: null, seriesStart: null };

/**
 * Saves an event and the dates of its series that the edit applies to, all or none. An event with a new rule gets all
 * its dates. What `options.series` leaves out stays as it is; an event without its rule leaves the series.
 */
export function saveRepeatedEvent(
  db: WriteDb,
  given: EventInput,
  options: SaveOptions,
): Promise<SaveOutcome<TownEvent>> {
  const { series: scope = 'this' } = options;
  return inTransaction(db, async (transaction) => {
    const input = await withBody(transaction, given, options);
    if (!input) return { kind: 'refused', problems: [{ field: 'meeting.body', message: NO_BODY }] };
    if (!input.recurrence && scope === 'this')
      return saveEvent(transaction, { ...input, ...NO_SERIES }, options);
    // As they are stored, like the input: links to the site itself stay paths.
    const held = heldFor(transaction, 'update', 'event');
    // Locked until the transaction ends.
    const members = await listMembers(transaction.withoutPlugins(), input.id, held);
    const stored = members.find(({ id }) => id === input.id);
    if (stored && scope === 'this') return saveThis(transaction, input, stored, options);
    if (!stored && input.seriesId) return saveEvent(transaction, backInSeries(input), options);
    if (!stored && !input.recurrence) return saveEvent(transaction, { ...input, ...NO_SERIES }, options);
    const { timeZone: zone } = await findTown(transaction);
    const newSeriesId = await findFreeSeriesId(transaction, input.id);
    const plan =
      stored && scope !== 'this'
        ? planEdit({ members, stored, input, scope, newSeriesId, zone })
        : planNewSeries(input, newSeriesId, zone);
    if (typeof plan === 'string') return refusal(plan);
    const outcome = await saveEvent(transaction, plan.saved, options);
    if (outcome.kind !== 'saved') return outcome;
    await saveOthers(transaction, plan, stored, options.now);
    return plan.removed.length > 0 ? { ...outcome, dropped: plan.removed } : outcome;
  });
}

const NO_BODY = 'No body of the town has this name. The names are in Settings.';

/**
 * The event with the present name of its body; undefined if the town has no such body. An import brings the bodies of its
 * meetings: nobody could enter them before it runs.
 */
async function withBody(
  db: WriteDb,
  input: EventInput,
  { isImport = false }: Pick<SaveOptions, 'isImport'>,
): Promise<EventInput | undefined> {
  const { meeting } = input;
  if (!meeting) return input;
  const body =
    bodyNamed(await findTown(db), meeting.body) ?? (isImport ? await addBody(db, meeting.body) : undefined);
  return body && { ...input, meeting: { ...meeting, body: body.name } };
}

/** The new body; undefined if the town can't have one of this name. */
function addBody(db: WriteDb, name: string): Promise<Body | undefined> {
  return withTown(db, async (locked, town) => {
    const bodies = [...namesIn(town.bodies), name].join('\n');
    if (bodiesProblem(bodies)) return undefined;
    await saveTown(locked, { bodies });
    return bodyNamed({ bodies }, name);
  });
}

function refusal(message: string): SaveOutcome<TownEvent> {
  return { kind: 'refused', problems: [{ field: 'recurrence', message }] };
}

/** Named in a question; the others are counted. */
const MOST_NAMED = 5;

/** A question about dates of the series that a save would drop; undefined when there are none. */
export async function findDropDoubt(
  db: ReadDb,
  input: EventInput,
  scope: SeriesScope,
): Promise<string | undefined> {
  if (scope === 'this') return undefined;
  const members = await listMembers(unnoted(db), input.id);
  const stored = members.find(({ id }) => id === input.id);
  if (!stored) return undefined;
  const { timeZone: zone } = await findTown(db);
  const plan = planEdit({ members, stored, input, scope, newSeriesId: input.id, zone });
  if (typeof plan === 'string' || plan.removed.length === 0) return undefined;
  const removed = new Set(plan.removed);
  const days = members
    .filter(({ id }) => removed.has(id))
    .map(({ eventDate }) => formatEventDate(eventDate, zone));
  const more = days.length - MOST_NAMED;
  const named = [...days.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])];
  const list = new Intl.ListFormat('en-US').format(named);
  return `${days.length === 1 ? '1 date is' : `${days.length} dates are`} not in the new rule and will be moved to the trash: ${list}.`;
}

/** An event that waits to be published gets its dates then: a rule that could not be followed is refused before. */
export async function refuseScheduledRule(
  db: ReadDb,
  input: EventInput,
  { publishAt, now }: SaveOptions,
): Promise<SaveOutcome<TownEvent> | undefined> {
  if (publishAt === undefined || publishAt <= now || !input.recurrence || input.seriesId) return undefined;
  const plan = planNewSeries(input, input.id, (await findTown(db)).timeZone);
  return typeof plan === 'string' ? refusal(plan) : undefined;
}

/** A date that goes back to a series, such as an exported or unpublished one. */
function backInSeries(input: EventInput): EventInput {
  const recurrenceId = input.recurrenceId ?? input.eventDate;
  return { ...input, recurrenceId, seriesStart: input.seriesStart ?? recurrenceId };
}

async function saveThis(
  db: WriteDb,
  input: EventInput,
  { recurrence, seriesId, recurrenceId, seriesStart }: SeriesEvent,
  options: SaveOptions,
): Promise<SaveOutcome<TownEvent>> {
  if (input.recurrence !== recurrence) {
    const message =
      'To change how it repeats, apply it to this and the following dates or to all (?series=following or all)';
    return refusal(message);
  }
  return saveEvent(db, { ...input, seriesId, recurrenceId, seriesStart }, options);
}

/** The dates of the event's series; empty for an event of its own. */
async function listMembers(
  db: ReadDb,
  id: string,
  held?: ReturnType<typeof heldFor>,
): Promise<SeriesEvent[]> {
  const series = db.selectFrom('event').select('seriesId').where('id', '=', id);
  const rows = await db
    .selectFrom('event')
    .select(eventColumns)
    .where('seriesId', '=', series)
    .orderBy('recurrenceId')
    .orderBy('id')
    .$if(held !== undefined, (query) => query.modifyEnd(held as ReturnType<typeof heldFor>))
    .execute();
  return rows.map(toEvent) as SeriesEvent[];
}

/** The id of a series that begins with this event; another one where that series exists and the event has left it. */
async function findFreeSeriesId(db: ReadDb, id: string): Promise<string> {
  const isTaken = (seriesId: string) =>
    db.selectFrom('event').select('id').where('seriesId', '=', seriesId).limit(1).executeTakeFirst();
  for (let turn = 1; ; turn++) {
    const seriesId = turn === 1 ? id : withEnding(id, String(turn));
    if (!(await isTaken(seriesId))) return seriesId;
  }
}

function withEnding(id: string, ending: string): string {
  return `${id.slice(0, 127 - ending.length)}-${ending}`;
}

async function saveOthers(
  db: WriteDb,
  { saved, changed, created, ended }: SeriesPlan,
  stored: SeriesEvent | undefined,
  now: number,
): Promise<void> {
  if (ended && stored)
    await db
      .updateTable('event')
      .set((eb) => ({ recurrence: ended.recurrence, updatedAt: now, version: eb('version', '+', 1) }))
      .where('seriesId', '=', stored.seriesId)
      .where('recurrenceId', '<', ended.before)
      .execute();
  const written: string[] = [];
  for (const { input, stored: before } of changed) {
    const row = toRow(input, before);
    const { version, updatedAt, ...same } = before;
    const unchanged = { ...same, ...meetingColumns(same.meeting), allDay: Number(same.allDay) };
    if (isDeepStrictEqual({ ...row }, unchanged)) continue;
    await saveRow(db, eventSource.table, row, { now });
    written.push(row.id);
  }
  written.push(...(await createDates(db, saved, created, now)));
  for (const ids of stepsOf(written)) await indexItems(db, eventSource, ids);
}

/** Creates the dates, and returns their ids: of the first event, with the day. */
async function createDates(db: WriteDb, saved: EventInput, dates: NewDate[], now: number): Promise<string[]> {
  const named = dates.map(({ input, day }) => ({ input, id: withEnding(saved.id, day.replaceAll('-', '')) }));
  const taken = await listTaken(
    db,
    named.map(({ id }) => id),
  );
  const rows = named.map(({ input, id: first }) => {
    let id = first;
    for (let turn = 2; taken.has(id); turn++) id = withEnding(first, String(turn));
    taken.add(id);
    const link = isOwnPage(saved) ? `/events/${id}` : input.link;
    const sourceId = saved.sourceId === `local:${saved.id}` ? `local:${id}` : input.sourceId;
    const row = toRow({ ...input, id, link, sourceId }, undefined);
    return { ...storedRow(row), createdAt: now, updatedAt: now, version: 1 };
  });
  for (const step of stepsOf(rows)) await db.insertInto('event').values(step).execute();
  return rows.map(({ id }) => id);
}

/** The ids that exist, of these and of those that begin like them. */
async function listTaken(db: ReadDb, ids: string[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const step of stepsOf(ids)) {
    const rows = await db
      .selectFrom('event')
      .select('id')
      .where((eb) => eb.or(step.map((id) => eb.and([eb('id', '>=', id), eb('id', '<', `${id}.`)]))))
      .execute();
    for (const { id } of rows) taken.add(id);
  }
  return taken;
}

function stepsOf<Item>(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS_OF_STEP) }, (_, step) =>
    items.slice(step * ROWS_OF_STEP, (step + 1) * ROWS_OF_STEP),
  );
}

/** The ids that an action on the event applies to, the event itself first; only its own where it does not repeat. */
export async function listSeriesIds(db: ReadDb, id: string, scope: SeriesScope): Promise<string[]> {
  const event = await db
    .selectFrom('event')
    .select(['seriesId', 'recurrenceId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (scope === 'this' || !event?.seriesId) return [id];
  const rows = await db
    .selectFrom('event')
    .select('id')
    .where('seriesId', '=', event.seriesId)
    .$if(scope === 'following', (query) => query.where('recurrenceId', '>=', Number(event.recurrenceId)))
    .where('id', '<>', id)
    .execute();
  return [id, ...rows.map((row) => row.id)];
}

/** The dates of a series, earliest first; empty when there is none. `recurrence` is the rule of all of them. */
export async function listSeries(
  db: ReadDb,
  seriesId: string,
): Promise<(EventCard & { recurrence: string | null })[]> {
  const rows = await db
    .selectFrom('event')
    .select([...cardFields, 'recurrence'])
    .where('seriesId', '=', seriesId)
    .orderBy('eventDate')
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}
