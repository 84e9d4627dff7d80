/** Items that a suggestion may be the same as, by the rules for sources. */
import { type Collection, type Collections, findForEditor } from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatLongDate, townDayOf, townTimeInDays } from '#app/platform/time/town-time.ts';
import { titleKeyOf, venueKeyOf } from '#app/sources/import/identity.ts';
import { listCandidates } from '#app/sources/import/judge-items.server.ts';
import { type Comparable, listSimilar, loadRules } from '#app/sources/import/matching.server.ts';
import type { Town } from '#app/town/town.ts';
import type { ReadSuggestion } from './read-suggestion.server.ts';

/** `shown` is what anyone may see of it; undefined while it waits for review. */
export type PossibleDuplicate = {
  collection: string;
  id: string;
  title: string;
  shown: { href: string; about: string } | undefined;
};

type Context = { collections: Collections; town: Town; now: number };

/** Stories published at most this many days apart can be the same. */
const NEWS_DAYS = 3;

/** At most three: events of the same day, or stories of the last days, with a similar title. */
export async function listPossibleDuplicates(
  db: ReadDb,
  { collection: name, title, input, startAt }: ReadSuggestion,
  { collections, town, now }: Context,
): Promise<PossibleDuplicate[]> {
  const collection = collections[name] as Collection;
  const zone = town.timeZone;
  const days =
    startAt === null
      ? Array.from({ length: NEWS_DAYS }, (_, n) => townDayOf(townTimeInDays(now, -n, '12:00', zone), zone))
      : [townDayOf(startAt, zone)];
  const candidates = [
    ...(await listCandidates(db, collection, days, zone)),
    ...(await listSuggested(db, name, zone)).filter(({ itemId }) => itemId !== input.id),
  ];
  const rules = await loadRules(db);
  const own = {
    ...{ source: 'reader', rank: 'primary' as const, ownId: String(input.id), itemId: String(input.id) },
    ...{ startAt, titleKey: titleKeyOf(title) },
    venueKey: startAt === null ? null : venueKeyOf(String(input.eventLocation ?? '')),
  };
  const ids = days.flatMap((day) => listSimilar({ ...own, day }, candidates, rules)).slice(0, 3);
  const found: PossibleDuplicate[] = [];
  for (const id of ids) {
    const item = await findForEditor(collection, db, id);
    const isPublic = item?.publication === 'published';
    const titleOf = item ? String(item.input.title) : await findWaitingTitle(db, name, id);
    if (titleOf === undefined) continue;
    found.push({
      ...{ collection: name, id, title: titleOf },
      shown: isPublic ? { href: `/${name}/${id}`, about: describe(item.input, town) } : undefined,
    });
  }
  return found;
}

/** What other readers suggested and nobody has decided. */
async function listSuggested(db: ReadDb, collection: string, zone: string): Promise<Comparable[]> {
  const rows = await db
    .selectFrom('inbox_entry')
    .select(['itemId', 'title', 'startAt', 'receivedAt'])
    .where('kind', '=', 'suggestion')
    .where('collection', '=', collection)
    .where('item', 'is not', null)
    .execute();
  return rows.map(({ itemId, title, startAt, receivedAt }) => ({
    ...{ source: null, rank: 'primary', ownId: itemId, itemId, titleKey: titleKeyOf(title), venueKey: null },
    startAt: startAt === null ? null : Number(startAt),
    day: townDayOf(Number(startAt ?? receivedAt), zone),
  }));
}

async function findWaitingTitle(db: ReadDb, collection: string, itemId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('inbox_entry')
    .select('title')
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .executeTakeFirst();
  return row?.title;
}

function describe({ eventDate, eventTime, eventLocation }: Record<string, unknown>, town: Town): string {
  const at = typeof eventDate === 'string' ? Date.parse(eventDate) : Number.NaN;
  const when = Number.isNaN(at) ? undefined : formatLongDate(at, town);
  return [when, eventTime, eventLocation].filter(Boolean).join(', ');
}
