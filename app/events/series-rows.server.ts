/** Series in admin lists: one row each, with its other dates folded. */
import type { ListRequest } from '#app/items/collection/collection.ts';
import type { SeriesPosition } from '#app/items/collection/facets.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import { formatEventDate, type TownClock } from '#app/platform/time/town-time.ts';
import type { TownEvent } from './event.ts';
import { findStatusWords } from './event-status.ts';
import { eventColumns, eventOrder, fromRow, wholePage } from './event-store.server.ts';
import { describeTime } from './event-time.ts';
import { describeRepeat } from './repeat-words.ts';

/** Before the first date that can be stored. */
const EVER = -8.64e15;

/** Events as `listEvents` lists them, but of each series only the first date on or after `from`. */
export async function listSeriesOnce(
  db: ReadDb,
  { from = EVER, ...request }: ListRequest,
): Promise<Page<TownEvent>> {
  const ranked = db
    .selectFrom('event')
    .select(({ fn }) => [
      'id',
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('seriesId').orderBy('eventDate').orderBy('id'))
        .as('rank'),
    ])
    .where('seriesId', 'is not', null)
    .where('eventDate', '>=', from);
  const firsts = db.selectFrom(ranked.as('dated')).select('dated.id').where('rank', '=', 1);
  const query = db
    .selectFrom('event')
    .select(eventColumns)
    .where('eventDate', '>=', from)
    .where((eb) => eb.or([eb('seriesId', 'is', null), eb('id', 'in', firsts)]));
  return wholePage(await paginateWalking(query, eventOrder, request));
}

/** The dates of one series, earliest first. */
export async function listDatesOfSeries(
  db: ReadDb,
  seriesId: string,
  request: PageRequest,
): Promise<Page<TownEvent>> {
  const query = db.selectFrom('event').select(eventColumns).where('seriesId', '=', seriesId);
  return wholePage(await paginateWalking(query, eventOrder, request));
}

/** At most this many of the dates that follow one are folded under it. */
const MOST_FOLDED = 10;

/**
 * The places of these events in their series, by their ids; those that don't repeat have none. With `isFolded` each has
 * the dates that follow it. One query, however many there are.
 */
export async function findSeriesPositions(
  db: ReadDb,
  events: Pick<TownEvent, 'id' | 'seriesId' | 'recurrence'>[],
  { clock, isFolded }: { clock: TownClock; isFolded: boolean },
): Promise<Map<string, SeriesPosition>> {
  const repeated = events.filter(({ seriesId }) => seriesId !== null);
  const places = new Map<string, SeriesPosition>();
  if (repeated.length === 0) return places;
  const dates = await listPlaced(db, repeated, isFolded);
  for (const { id, seriesId, recurrence } of repeated) {
    const own = dates.find((date) => date.id === id);
    if (!own) continue;
    const [place, count] = [Number(own.place), Number(own.count)];
    const following = isFolded ? dates.filter((date) => date.seriesId === seriesId && date !== own) : [];
    places.set(id, {
      seriesId: String(seriesId),
      text: `${describeRepeat(recurrence ?? '', clock)} · date ${place} of ${count}`,
      place,
      count,
      following: following.map((event) => ({
        id: event.id,
        text: `${formatEventDate(event.eventDate, clock.timeZone)} ${describeTime(event, clock.timeZone)}`,
        mark: findStatusWords(event),
      })),
    });
  }
  return places;
}

const shown = ['id', 'seriesId', 'eventDate', 'eventTime', 'endDate', 'allDay', 'status'] as const;

/** The events and, with `isFolded`, dates that follow each of them, with their numbers in their series. */
async function listPlaced(db: ReadDb, events: Pick<TownEvent, 'id' | 'seriesId'>[], isFolded: boolean) {
  const dated = db
    .selectFrom('event')
    .select(({ fn }) => [
      ...shown,
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('seriesId').orderBy('eventDate').orderBy('id'))
        .as('place'),
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('seriesId'))
        .as('count'),
    ])
    .where('seriesId', 'in', [...new Set(events.map(({ seriesId }) => String(seriesId)))]);
  const rows = await db
    .with('dated', () => dated)
    .selectFrom('dated')
    .innerJoin('dated as first', 'first.seriesId', 'dated.seriesId')
    .select([...shown.map((column) => `dated.${column}` as const), 'dated.place', 'dated.count'])
    .where(
      'first.id',
      'in',
      events.map(({ id }) => id),
    )
    .whereRef('dated.place', '>=', 'first.place')
    .where((eb) => eb('dated.place', '<=', eb('first.place', '+', isFolded ? MOST_FOLDED : 0)))
    .orderBy('dated.place')
    .execute();
  return rows.map(fromRow);
}
