/** Which senders are trusted: what their suggestions became decides. */
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';

/** How long a declined suggestion counts. */
const DECLINED_MS = 90 * DAY_MS;
/** The last ones of a sender decide. */
const MOST_READ = 200;

type TrustRule = {
  collections: Collections;
  /** How many suggestions must have been approved. */
  after: number;
  /** UTC epoch milliseconds. */
  now: number;
};

/**
 * Whether editors have approved as many suggestions of the address with this pseudonym. Only those count that came by the
 * form, whose address was confirmed, and that are on the site as items of their own. Nobody is trusted of whom, in the
 * last 90 days, one was declined, or one that was published without a decision was taken off the site.
 */
export async function isTrustedSender(
  db: ReadDb,
  sender: string,
  { collections, after, now }: TrustRule,
): Promise<boolean> {
  const sent = await db
    .selectFrom('suggestion')
    .select(['collection', 'itemId', 'state', 'input', 'trusted', 'declinedAt', 'sentAt'])
    .where('sender', '=', sender)
    .where('via', '=', 'form')
    .where('confirmedAt', 'is not', null)
    .orderBy('sentAt', 'desc')
    .limit(MOST_READ)
    .execute();
  const recent = now - DECLINED_MS;
  // One that was declined and published after all is an approval.
  if (sent.some(({ state, declinedAt }) => state !== 'published' && Number(declinedAt ?? 0) > recent))
    return false;
  const published = sent.filter(({ state }) => state === 'published');
  const isPublic = await findPublic(db, published, collections);
  // One that an editor unpublished has no date of that.
  const endedAt = ({ declinedAt, sentAt }: (typeof sent)[number]) =>
    Math.max(Number(declinedAt ?? 0), Number(sentAt));
  if (published.some((one) => one.trusted && !isPublic(one) && endedAt(one) > recent)) return false;
  const approved = published.filter((one) => !one.trusted && isOwnItem(one) && isPublic(one));
  return approved.length >= after;
}

type Place = { collection: string; itemId: string };

/** It was not merged into another item. */
function isOwnItem({ itemId, input }: Pick<Place, 'itemId'> & { input: string }): boolean {
  return JSON.parse(input).id === itemId;
}

/** Which of these items readers see. */
export async function findPublic(
  db: ReadDb,
  places: Place[],
  collections: Collections,
): Promise<(place: Place) => boolean> {
  const found = new Set<string>();
  for (const [name, own] of Map.groupBy(places, ({ collection }) => collection)) {
    const { source } = collections[name] as Collection;
    // Drafts and scheduled items are in another table.
    const rows = await (db as unknown as AnyDb)
      .selectFrom(source.table)
      .select('id')
      .where(
        'id',
        'in',
        own.map(({ itemId }) => itemId),
      )
      .execute();
    for (const { id } of rows) found.add(`${name}/${id}`);
  }
  return ({ collection, itemId }) => found.has(`${collection}/${itemId}`);
}
