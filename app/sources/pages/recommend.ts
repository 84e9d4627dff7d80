import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import type { FoundFeed } from '#app/sources/formats/find-feed.server.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';
import type { SourceValues } from './source-fields.ts';

/** What the source most likely is, as far as its content tells. */
export function recommend({
  address,
  source,
}: FoundFeed): Omit<SourceValues, 'feeds'> & Pick<SourceRow, 'feeds'> {
  return {
    address,
    name: source.title ?? URL.parse(address)?.hostname.replace(/^www\./, '') ?? '',
    feeds: isOfWarnings(source) ? 'notices' : isOfEvents(source) ? 'events' : 'news',
    trust: 'review',
    rank: 'primary',
    zone: '',
    every: isOfWarnings(source) ? '5' : '60',
    areas: '',
    severity: 'minor',
  };
}

export function isOfEvents({ format, occurrences }: ParsedSource): boolean {
  return format === 'ics' || occurrences.length > 0;
}

export function isOfWarnings({ format }: ParsedSource): boolean {
  return format === 'cap';
}

/** What a source adds; news for anything else. */
export function readFeeds(typed: string): SourceRow['feeds'] {
  return (['articles', 'events', 'notices'] as const).find((feeds) => feeds === typed) ?? 'news';
}
