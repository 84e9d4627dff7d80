/** What part of the inbox a page or a bulk decision is about, as addresses name it. */

import { DAY_MS } from '#app/platform/time/durations.ts';

/** The parts of the list in their order: warnings can't wait, changes at sources are questions about what is public already. */
export const parts = ['warnings', 'changes', 'stories', 'happenings'] as const;

export type Part = (typeof parts)[number];

export const shows = ['all', 'notices', 'changes', 'articles', 'news', 'events', 'snoozed'] as const;

export type Show = (typeof shows)[number];

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
