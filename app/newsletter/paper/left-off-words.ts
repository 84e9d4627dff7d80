import type { LeftOff } from './sheet.ts';

const MOST_TITLES = 12;

/** '2 stories and 1 event: “…”, “…”.' Empty if nothing is left off. */
export function leftOffWords({ stories, events, others }: LeftOff): string {
  const counts = [
    countOf(stories.length, 'story', 'stories'),
    countOf(events.count, 'event', 'events'),
    countOf(others.length, 'other item', 'other items'),
  ].filter(Boolean);
  if (counts.length === 0) return '';
  const titles = [...stories, ...events.titles, ...others];
  const named = titles.slice(0, MOST_TITLES).map((title) => `“${title}”`);
  const rest = counts.length > 1 ? `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}` : counts[0];
  const more = titles.length > MOST_TITLES ? ' …' : '';
  return named.length > 0 ? `${rest}: ${named.join(', ')}${more}.` : `${rest}.`;
}

function countOf(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}
