import type { FoundFeed } from '#app/sources/formats/find-feed.server.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';
import type { SourceValues } from './source-fields.ts';

/** What the source most likely is, as far as its content tells. */
export function recommend({ address, source }: FoundFeed): SourceValues {
  return {
    address,
    name: source.title ?? URL.parse(address)?.hostname.replace(/^www\./, '') ?? '',
    feeds: isOfEvents(source) ? 'events' : 'news',
    trust: 'review',
    rank: 'primary',
    zone: '',
    every: '60',
  };
}

export function isOfEvents({ format, occurrences }: ParsedSource): boolean {
  return format === 'ics' || occurrences.length > 0;
}
