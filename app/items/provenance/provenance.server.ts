/** Where items come from, and when their sources listed them last. */
import type { Provenance } from '#app/items/text/credit.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { daysBetween, formatDate, type TownClock, townDayOf } from '#app/platform/time/town-time.ts';
import { hasVanished } from './item-changes.server.ts';
import { type Credit, listCredits } from './source-item-store.server.ts';

/**
 * What readers see about the sources of an item. `confirmed` is a day in words, which are right until
 * the town's next midnight.
 */
export async function loadProvenance(
  db: ReadDb,
  { collection, id }: { collection: string; id: string },
  when: When,
): Promise<Provenance> {
  return provenanceOf((await listCredits(db, collection, [id])).get(id) ?? [], when);
}

type When = { now: number; clock: TownClock };

/** The same of credits that were read before. */
export function provenanceOf(credits: Credit[], { now, clock }: When): Provenance {
  // Of two items of one source, the first one counts.
  const bySource = Map.groupBy(credits, ({ source }) => source);
  const confirmedAt = Math.max(...credits.map((credit) => confirmedAtOf(credit) ?? 0));
  return {
    credits: [...bySource.values()].flatMap(([best]) =>
      best ? [{ name: best.name, link: pageOf(best) }] : [],
    ),
    confirmed: confirmedAt > 0 ? sayDay(confirmedAt, now, clock) : null,
    isUnconfirmed: credits.length > 0 && hasVanished(credits),
  };
}

/**
 * When the source listed it last, UTC epoch milliseconds. Nobody looks whether events that have begun are still listed:
 * for them it is their beginning at the latest.
 */
function confirmedAtOf({ absentSince, confirmedAt, startAt }: Credit): number | null {
  const listedAt = absentSince ?? confirmedAt;
  return listedAt === null || startAt === null ? listedAt : Math.min(listedAt, startAt);
}

/** The item's page at the source, otherwise the source's. Never an address that runs something. */
function pageOf({ fields, site }: Credit): string | null {
  const { link } = JSON.parse(fields) as { link?: unknown };
  return [link, site].find((one): one is string => typeof one === 'string' && /^https?:/i.test(one)) ?? null;
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
    .where((eb) => eb('unconfirmed', '=', eb.lit(1)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('source_item as other')
            .innerJoin('source as owner', 'owner.id', 'other.source')
            .select('other.key')
            .where('other.collection', '=', 'events')
            .whereRef('other.itemId', '=', 'source_item.itemId')
            .where('other.absentSince', 'is', null)
            .where('owner.removedAt', 'is', null),
        ),
      ),
    )
    .orderBy('startAt', 'desc')
    .limit(MOST_UNCONFIRMED)
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
}
