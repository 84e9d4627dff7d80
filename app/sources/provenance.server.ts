/** Where items come from, and when their sources listed them last. */
import { sql } from 'kysely';
import type { Provenance } from '#app/content/provenance.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { daysBetween, formatDate, type TownClock, townDayOf } from '#app/time/town-time.ts';

type ItemPlace = { collection: string; id: string };

/**
 * What readers are told about the sources of an item. `confirmed` is in words that hold until the end of the day of the
 * town that `now` is in.
 */
export async function loadProvenance(
  db: ReadDb,
  place: ItemPlace,
  { now, clock }: { now: number; clock: TownClock },
): Promise<Provenance> {
  const rows = await listCredits(db, place);
  // Of two items of one source, the first one counts.
  const bySource = Map.groupBy(rows, ({ source }) => source);
  const confirmedAt = Math.max(...rows.map((row) => row.absentSince ?? row.confirmedAt ?? 0));
  return {
    credits: [...bySource.values()].flatMap(([best]) =>
      best ? [{ name: best.name, link: linkOf(best) }] : [],
    ),
    confirmed: confirmedAt > 0 ? sayDay(confirmedAt, now, clock) : null,
    isUnconfirmed: isUnconfirmed(rows),
  };
}

type CreditRow = {
  source: string;
  name: string;
  site: string | null;
  fields: string;
  confirmedAt: number | null;
  absentSince: number | null;
  unconfirmed: number;
};

/** The one that leads comes first: those that list it now, primary ones, the earliest. */
async function listCredits(db: ReadDb, { collection, id }: ItemPlace): Promise<CreditRow[]> {
  const rows = await db
    .selectFrom('source_item')
    .innerJoin('source', 'source.id', 'source_item.source')
    .select(['source', 'name', 'site', 'rank', 'fields', 'confirmedAt', 'firstSeenAt'])
    .select(['absentSince', 'unconfirmed'])
    .where('collection', '=', collection)
    .where('itemId', '=', id)
    .execute();
  return rows
    .toSorted(
      (one, other) =>
        Number(one.absentSince !== null) - Number(other.absentSince !== null) ||
        Number(one.rank !== 'primary') - Number(other.rank !== 'primary') ||
        Number(one.firstSeenAt) - Number(other.firstSeenAt),
    )
    .map((row) => ({
      ...row,
      confirmedAt: instantOf(row.confirmedAt),
      absentSince: instantOf(row.absentSince),
    }));
}

function instantOf(stored: number | null): number | null {
  return stored === null ? null : Number(stored);
}

/** Its page there, otherwise the source's. */
function linkOf({ fields, site }: CreditRow): string | null {
  const { link } = JSON.parse(fields) as { link?: unknown };
  return typeof link === 'string' && /^https?:/i.test(link) ? link : site;
}

function isUnconfirmed(rows: Pick<CreditRow, 'absentSince' | 'unconfirmed'>[]): boolean {
  return (
    rows.some(({ unconfirmed }) => unconfirmed !== 0) && rows.every(({ absentSince }) => absentSince !== null)
  );
}

function sayDay(instant: number, now: number, clock: TownClock): string {
  const days = daysBetween(townDayOf(instant, clock.timeZone), townDayOf(now, clock.timeZone));
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : formatDate(instant, clock);
}

const MOST_UNCONFIRMED = 500;

/** The ids of events that none of their sources lists any longer; of very many, the latest. */
export async function listUnconfirmed(db: ReadDb): Promise<Set<string>> {
  const rows = await db
    .selectFrom('source_item')
    .select('itemId')
    .where('unconfirmed', '=', sql.lit(1))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('source_item as other')
            .select('other.key')
            .where('other.collection', '=', 'events')
            .whereRef('other.itemId', '=', 'source_item.itemId')
            .where('other.absentSince', 'is', null),
        ),
      ),
    )
    .orderBy('startAt', 'desc')
    .limit(MOST_UNCONFIRMED)
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
}
