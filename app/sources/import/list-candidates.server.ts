/** What new items of a source are compared with. */
import type { Collection } from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { instantOfTownTime, startOfTomorrow, townDayOf } from '#app/platform/time/town-time.ts';
import { titleKeyOf, venueKeyOf } from './identity.ts';
import type { Comparable } from './matching.server.ts';

/**
 * What sources have listed for these days of the town, and published items of these days without a source: those that
 * were typed by hand. Without what expired unseen.
 */
export async function listCandidates(
  db: ReadDb,
  collection: Collection,
  days: string[],
  zone: string,
): Promise<Comparable[]> {
  if (days.length === 0) return [];
  const listed = await db
    .selectFrom('source_item')
    .innerJoin('source', 'source.id', 'source_item.source')
    .select([
      'source_item.source',
      'source.rank',
      'source_item.ownId',
      'source_item.itemId',
      'source_item.day',
      'source_item.startAt',
      'source_item.titleKey',
      'source_item.venueKey',
    ])
    .where('source_item.collection', '=', collection.name)
    .where('source_item.day', 'in', days)
    .where((where) =>
      where.or([where('source_item.decision', 'is', null), where('source_item.decision', '!=', 'expired')]),
    )
    .execute();
  return [...listed, ...(await listTyped(db, collection, days, zone))];
}

type Row = { id: string; title: string; date: number; place?: string };

async function listTyped(
  db: ReadDb,
  { name, source }: Collection,
  days: string[],
  zone: string,
): Promise<Comparable[]> {
  const hasPlace = source.columns.includes('eventLocation');
  const any = db as unknown as AnyDb;
  const rows = (await any
    .selectFrom(`${source.table} as item`)
    .select(['item.id', `item.${source.title} as title`, `item.${source.date} as date`])
    .$if(hasPlace, (query) => query.select('item.eventLocation as place'))
    .where(({ eb, or, and }) =>
      or(
        days.map((day) => {
          const start = instantOfTownTime(`${day}T00:00`, zone) ?? 0;
          return and([
            eb(`item.${source.date}`, '>=', start),
            eb(`item.${source.date}`, '<', startOfTomorrow(start, zone)),
          ]);
        }),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('source_item')
            .select('source_item.key')
            .where('source_item.collection', '=', name)
            .whereRef('source_item.itemId', '=', 'item.id'),
        ),
      ),
    )
    .execute()) as Row[];
  return rows.map(({ id, title, date, place }) => ({
    source: null,
    rank: 'primary',
    ownId: id,
    itemId: id,
    day: townDayOf(Number(date), zone),
    startAt: hasPlace ? Number(date) : null,
    titleKey: titleKeyOf(title),
    venueKey: venueKeyOf(place),
  }));
}
