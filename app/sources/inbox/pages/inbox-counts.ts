import type { Action } from '#app/sources/inbox/decision.ts';
import type { InboxRow } from '#app/sources/inbox/inbox-rows.server.ts';
import type { Show } from './inbox-filter.ts';
import type { InboxPage } from './load-inbox.server.ts';

/** How many each filter and each source has. */
export type Counts = { shows: Record<Show, number>; sources: InboxPage['sources'] };

/** The counts of a page once these decisions about its rows are stored. */
export function countsAfter(
  page: Pick<InboxPage, 'counts' | 'sources' | 'filter'>,
  rows: InboxRow[],
  decided: ReadonlyMap<string, Action>,
): Counts {
  const shows = { ...page.counts };
  const fromSource = new Map<string, number>();
  for (const row of rows) {
    const action = decided.get(row.id);
    if (action === undefined) continue;
    const isSnoozedAgain = page.filter.show === 'snoozed' && action === 'snooze';
    for (const show of filtersWith(row, page.filter.show)) shows[show]--;
    if (action === 'snooze') shows.snoozed++;
    if (!isSnoozedAgain && row.sourceId !== null)
      fromSource.set(row.sourceId, (fromSource.get(row.sourceId) ?? 0) + 1);
  }
  const sources = page.sources.map((source) => ({
    ...source,
    count: source.count - (fromSource.get(source.id) ?? 0),
  }));
  return { shows, sources };
}

/** The filters that count a row of a page that shows `show`. */
function filtersWith(row: InboxRow, show: Show): Show[] {
  if (show === 'snoozed') return ['snoozed'];
  return ['all', row.show];
}
