import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatShortDate } from '#app/platform/time/town-time.ts';
import { listSources } from '#app/sources/checks/read-sources.server.ts';
import { type Badge, badgeOf, needsAttention } from '#app/sources/pages/source/health-badge.server.ts';
import type { Source } from '#app/sources/source.ts';
import type { Town } from '#app/town/town.ts';

/** Sources that someone should look at, failing ones first; `others` is how many work. */
export type SourceErrors = {
  sources: { id: string; name: string; badge: Badge; since: string; message: string }[];
  more: number;
  others: number;
};

const MOST = 5;

export async function loadSourcesPanel(db: ReadDb, town: Town, now: number): Promise<SourceErrors> {
  const all = await listSources(db, { now, zone: town.timeZone });
  const isFailing = ({ state }: Source) => (state === 'failing' ? 0 : 1);
  const troubled = all.filter(needsAttention).toSorted((one, other) => isFailing(one) - isFailing(other));
  return {
    sources: troubled.slice(0, MOST).map(({ id, name, state, failingSince, message }) => ({
      ...{ id, name, message, badge: badgeOf(state) },
      since: failingSince === null ? '' : `since ${formatShortDate(failingSince, town)}`,
    })),
    more: Math.max(troubled.length - MOST, 0),
    others: all.filter(({ state }) => state === 'working').length,
  };
}
