/** What the pages of sources call things. */
import type { Choice } from '#app/platform/forms/field-spec.ts';
import { formatShortDate, formatTime, startOfToday } from '#app/platform/time/town-time.ts';
import type { Source } from '#app/sources/source.ts';
import type { Town } from '#app/town/town.ts';

export const feedsWords: Record<Source['feeds'], string> = {
  events: 'Events',
  news: 'News',
  articles: 'Articles',
  notices: 'Official warnings',
};

export const trustWords: Record<Source['trust'], string> = {
  review: 'Review first',
  publish: 'Publish right away',
};

export const rankWords: Record<Source['rank'], string> = { primary: 'Primary', aggregator: 'Aggregator' };

const formatWords: Record<string, string> = {
  rss: 'RSS feed',
  rdf: 'RDF feed',
  atom: 'Atom feed',
  json: 'JSON feed',
  ics: 'Calendar',
  html: 'Web page',
  cap: 'Official warnings (CAP)',
};

/** 'RSS feed'; null before the first successful check. */
export function describeFormat(format: string | null): string | null {
  return format === null ? null : (formatWords[format] ?? format);
}

const intervals: [number, string][] = [
  [15, 'Every 15 minutes'],
  [30, 'Every 30 minutes'],
  [60, 'Every hour'],
  [120, 'Every 2 hours'],
  [360, 'Every 6 hours'],
  [1440, 'Once a day'],
];

/** How often a source is checked. */
export function describeInterval(minutes: number): string {
  const usual = intervals.find(([each]) => each === minutes)?.[1];
  return usual ?? (minutes === 1 ? 'Every minute' : `Every ${minutes} minutes`);
}

/** The usual intervals, and `present` if it is another. */
export function intervalChoices(present: string): Choice[] {
  const minutes = Number(present);
  const all = intervals.map(([each]) => each);
  if (Number.isInteger(minutes) && minutes > 0 && !all.includes(minutes)) all.push(minutes);
  return all
    .toSorted((one, other) => one - other)
    .map((each) => ({ value: String(each), label: describeInterval(each) }));
}

/** 'Today, 2:10 PM', 'Yesterday, 8:10 PM', or the date. */
export function describeTime(instant: number, now: number, town: Town): string {
  const today = startOfToday(now, town.timeZone);
  const yesterday = startOfToday(today - 1, town.timeZone);
  const day =
    instant >= today ? 'Today' : instant >= yesterday ? 'Yesterday' : formatShortDate(instant, town);
  return `${day}, ${formatTime(instant, town)}`;
}
