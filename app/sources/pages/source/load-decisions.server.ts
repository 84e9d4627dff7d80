import type { Collection } from '#app/items/collection/collection.ts';
import { formFieldOf } from '#app/items/collection/form-field.ts';
import { readContext } from '#app/people/request/context.ts';
import { formatShortDate } from '#app/platform/time/town-time.ts';
import {
  type EditedSourceItem,
  listEdited,
  listMerged,
  type MergedItem,
} from '#app/sources/checks/source-history.server.ts';

const SHOWN = 20;

/** What editors and rules decided about the items of a source: what was merged, and what was edited. */
export async function loadDecisions(args: Parameters<typeof readContext>[0], source: string) {
  const { read, town, collections, siteUrl } = readContext(args);
  const merged = await listMerged(read, source, SHOWN);
  const edited = await listEdited(read, source, { collections, siteUrl, limit: SHOWN });
  return {
    merged: merged.map((item) => mergedOf(item, formatShortDate(item.mergedAt, town))),
    edited: edited.map((item) => ({
      href: `/admin/${item.collection}/${item.itemId}`,
      title: item.title || 'Untitled',
      fields: labelsOf(item, collections[item.collection]),
      day: formatShortDate(item.editedAt, town),
    })),
  };
}

function mergedOf({ ownId, title, other, mergedBy, mergedByName }: MergedItem, day: string) {
  const { collection, itemId, source } = other;
  return {
    ...{ ownId, collection, day, title: title || 'Untitled' },
    other: other.title || 'the item',
    source,
    href: `/admin/${collection}/${itemId}`,
    how: mergedBy === null ? ' automatically' : mergedByName ? ` by ${mergedByName}` : '',
  };
}

/** 'title and event time' */
function labelsOf({ fields }: EditedSourceItem, collection: Collection | undefined): string {
  return new Intl.ListFormat('en-US').format(
    fields.map((field) => (collection && formFieldOf(collection, field)?.label.toLowerCase()) ?? field),
  );
}
