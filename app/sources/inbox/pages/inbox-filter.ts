/** What part of the inbox a page or a bulk decision is about, as addresses name it. */

import type { EntryKind } from '#app/platform/database/tables/tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';

/**
 * The parts of the list in their order: warnings can't wait, reports and changes are questions about what is public
 * already, and people wait for an answer while sources don't.
 */
export const parts = [
  'warnings',
  'reports',
  'suggestions',
  'drafts',
  'changes',
  'stories',
  'happenings',
] as const;

export type Part = (typeof parts)[number];

export const shows = [
  'all',
  'notices',
  'reports',
  'suggestions',
  'drafts',
  'changes',
  'articles',
  'news',
  'events',
  'snoozed',
] as const;

export type Show = (typeof shows)[number];

/** The kind of entries that a filter is about; undefined for those about new items of sources, by their collection. */
export function kindOfShow(show: Show): EntryKind | undefined {
  return kinds[show];
}

/** The filter that shows entries of this kind and collection. */
export function showOf(kind: EntryKind, collection: string): Show {
  return shows.find((show) => kinds[show] === kind) ?? (collection as Show);
}

const kinds: { [S in Show]?: EntryKind } = {
  reports: 'report',
  suggestions: 'suggestion',
  drafts: 'draft',
  changes: 'change',
};

/** `older`: only what arrived at least this many days ago. */
export type InboxFilter = { show: Show; source?: string | undefined; older?: number | undefined };

/** The filter in an address or a form; what is missing or invalid filters nothing. */
export function readFilter(query: URLSearchParams): InboxFilter {
  const show = shows.find((name) => name === query.get('show')) ?? 'all';
  const source = query.get('source') || undefined;
  const older = /^[1-9]\d{0,2}$/.test(query.get('older') ?? '') ? Number(query.get('older')) : undefined;
  return { show, source, older };
}

/** The filter as parameters of an address, without those that filter nothing. */
export function filterParameters({ show, source, older }: InboxFilter): URLSearchParams {
  return new URLSearchParams({
    ...(show === 'all' ? {} : { show }),
    ...(source === undefined ? {} : { source }),
    ...(older === undefined ? {} : { older: String(older) }),
  });
}

/** The last arrival that the filter includes, UTC epoch milliseconds; undefined for all. */
export function arrivedUntil({ older }: InboxFilter, now: number): number | undefined {
  return older === undefined ? undefined : now - older * DAY_MS;
}
