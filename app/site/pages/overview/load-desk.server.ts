import { capitalize } from '#app/items/collection/capitalize.ts';
import {
  type Collection,
  type Collections,
  type EditedItem,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import type { FacetContext } from '#app/items/collection/facets.ts';
import { isOverdue } from '#app/items/drafts/obstacles.server.ts';
import { formatShortDate, formatTime, machineTimeOf, townDayOf } from '#app/platform/time/town-time.ts';

/** A draft or scheduled item on the Overview, with when it was changed last, or when it will be published. */
export type UnpublishedEntry = {
  section: string;
  id: string;
  kind: string;
  title: string;
  when: string;
  machineTime: string;
  /** Its time has passed, but it could not be published. */
  isOverdue: boolean;
};

const MOST = 5;

/** The next items to be published, and the drafts that were changed last, of all collections. */
export async function loadUnpublishedItems(
  collections: Collections,
  context: FacetContext,
): Promise<{ scheduled: UnpublishedEntry[]; drafts: UnpublishedEntry[] }> {
  const list = async (
    publication: 'scheduled' | 'draft',
    isSooner: (one: number, other: number) => number,
  ) => {
    const lists = Object.values(collections).map(async (collection) => {
      const page = await collection.store.unpublished?.list(context.read, publication, { limit: MOST });
      return (page?.items ?? []).map((item) => ({ collection, item }));
    });
    return (await Promise.all(lists))
      .flat()
      .toSorted((one, other) => isSooner(timeOf(one.item), timeOf(other.item)))
      .slice(0, MOST)
      .map(({ collection, item }) => entryOf(collection, item, context));
  };
  return {
    scheduled: await list('scheduled', (one, other) => one - other),
    drafts: await list('draft', (one, other) => other - one),
  };
}

function timeOf({ publishAt, updatedAt }: EditedItem): number {
  return publishAt ?? updatedAt;
}

function entryOf(collection: Collection, item: EditedItem, { town, now }: FacetContext): UnpublishedEntry {
  const at = timeOf(item);
  const isToday = townDayOf(at, town.timeZone) === townDayOf(now, town.timeZone);
  return {
    section: collection.name,
    id: item.id,
    kind: capitalize(collection.singular),
    title: titleOfInput(collection, item.input).trim() || 'Untitled',
    when: `${isToday ? 'Today' : formatShortDate(at, town)}, ${formatTime(at, town)}`,
    machineTime: machineTimeOf(at, town.timeZone),
    isOverdue: isOverdue(item, now),
  };
}
