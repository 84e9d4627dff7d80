/** What was published without a decision in the last days, for the inbox. */
import type { Collections } from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { formatAgo } from '#app/platform/time/relative-time.ts';
import { formatLongDate, machineTimeOf } from '#app/platform/time/town-time.ts';
import { findPublic } from '#app/sources/suggestions/sender-trust.server.ts';
import type { Town } from '#app/town/town.ts';
import { isOfTrusted, suggestionOfBatch } from './decision-record.server.ts';

/** `batch` undoes it. `when` is its day, time and place, `sender` an email address until it is deleted. */
export type PublishedAtOnce = {
  batch: string;
  title: string;
  href: string;
  when: string;
  sender: string;
  arrived: string;
  machineTime: string;
};

const SHOWN_MS = 7 * DAY_MS;
const MOST_SHOWN = 20;

/** Events of trusted senders that are on the site and can be undone, the last published first. */
export async function listPublishedAtOnce(
  db: ReadDb,
  { collections, town, now }: { collections: Collections; town: Town; now: number },
): Promise<PublishedAtOnce[]> {
  const actions = await db
    .selectFrom('inbox_action')
    .select(['batch', 'at'])
    .where(isOfTrusted)
    .where('at', '>', now - SHOWN_MS)
    .orderBy('number', 'desc')
    .execute();
  if (actions.length === 0) return [];
  const ids = actions.map(({ batch }) => suggestionOfBatch(batch) ?? '');
  const suggestions = await db
    .selectFrom('suggestion')
    .select(['id', 'collection', 'itemId', 'title', 'input', 'email'])
    .where('id', 'in', ids)
    .execute();
  const isPublic = await findPublic(db, suggestions, collections);
  const shown = actions.flatMap(({ batch, at }) => {
    const own = suggestions.find(({ id }) => id === suggestionOfBatch(batch));
    if (!own || !isPublic(own)) return [];
    const { eventDate, eventTime, eventLocation } = JSON.parse(own.input);
    const day = formatLongDate(Date.parse(eventDate), town);
    return {
      ...{ batch, title: own.title, href: `/${own.collection}/${own.itemId}` },
      when: [day, eventTime, eventLocation].filter(Boolean).join(', '),
      sender: own.email ?? 'A trusted sender',
      arrived: formatAgo(Number(at), now, town),
      machineTime: machineTimeOf(Number(at), town.timeZone),
    };
  });
  return shown.slice(0, MOST_SHOWN);
}
