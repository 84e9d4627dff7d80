/** What a document lists, one entry for each thing that becomes an item of the town. */
import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import type { Occurrence, ParsedSource, SourceItem } from './source-item.ts';

/**
 * A story, or one date of an event. `key` identifies it among everything of the source; `series` is the same for all
 * dates of one event. `item` describes it; `date` is null for a story.
 */
export type ListedItem = { key: string; series: string; item: SourceItem; date: Occurrence | null };

/**
 * What a source of stories or events adds, in the order of the document, each key once: items that are the same in
 * everything count as one.
 */
export function listItems(feeds: SourceRow['feeds'], parsed: ParsedSource): ListedItem[] {
  const listed = new Map<string, ListedItem>();
  for (const entry of feeds === 'events' ? datesOf(parsed) : storiesOf(parsed))
    if (!listed.has(entry.key)) listed.set(entry.key, entry);
  return [...listed.values()];
}

function storiesOf({ items }: ParsedSource): ListedItem[] {
  return items.map((item) => ({ key: item.sourceId, series: item.sourceId, item, date: null }));
}

function datesOf({ items, occurrences }: ParsedSource): ListedItem[] {
  const described = new Map(items.map((item) => [item.sourceId, item]));
  return occurrences.flatMap((date) => {
    const item = described.get(date.item);
    return item ? [{ key: date.sourceId, series: seriesOf(date, described), item, date }] : [];
  });
}

/** A date that a calendar describes on its own, because it differs from the others, still belongs to its event. */
function seriesOf({ item }: Occurrence, described: Map<string, SourceItem>): string {
  const whole = item.replace(/ \d{4}-\d{2}-\d{2}$/, '');
  return described.has(whole) ? whole : item;
}
