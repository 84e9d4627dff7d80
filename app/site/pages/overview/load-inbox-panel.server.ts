import { capitalize } from '#app/items/collection/capitalize.ts';
import { countWaiting, listNewestWaiting } from '#app/items/drafts/inbox-entries.server.ts';
import type { RequestContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatShortDate, formatTime, machineTimeOf, townDayOf } from '#app/platform/time/town-time.ts';
import { findEntries } from '#app/sources/inbox/inbox-store.server.ts';
import { explainProblems } from '#app/sources/inbox/pages/row-problems.server.ts';

/** What the Overview shows of the inbox: how many decisions wait, and those that arrived last. */
export type InboxOverview = { count: number; newest: NewestEntry[] };

export type NewestEntry = {
  id: string;
  isChange: boolean;
  /** Why it could not be published when that was tried last. */
  problem: string | null;
  editHref: string;
  section: string;
  kind: string;
  title: string;
  source: string;
  when: string;
  machineTime: string;
};

const MOST = 3;

/** `failed` are the ids of entries that could not be decided just now. */
export async function loadInboxPanel(
  {
    collections,
    town,
    now,
    siteUrl,
  }: Pick<RequestContext, 'collections' | 'town' | 'now'> & { siteUrl: string },
  db: ReadDb,
  failed: readonly string[],
): Promise<InboxOverview> {
  const newest = await listNewestWaiting(db, now, MOST);
  const refused = newest.map(({ id }) => id).filter((id) => failed.includes(id));
  const problems = explainProblems(await findEntries(db, refused), refused, {
    ...{ collections, town, now, siteUrl },
  });
  const today = townDayOf(now, town.timeZone);
  return {
    count: newest.length < MOST ? newest.length : await countWaiting(db, now),
    newest: newest.map(({ id, kind, itemId, collection, title, source, receivedAt }) => {
      const at = Number(receivedAt);
      const isToday = townDayOf(at, town.timeZone) === today;
      return {
        id,
        isChange: kind === 'change',
        problem: problems[id] ?? null,
        editHref: `/admin/${collection}/${itemId}`,
        section: collection,
        kind:
          kind === 'change' ? 'Source changed' : capitalize(collections[collection]?.singular ?? collection),
        title,
        source,
        when: `${isToday ? 'Today' : formatShortDate(at, town)}, ${formatTime(at, town)}`,
        machineTime: machineTimeOf(at, town.timeZone),
      };
    }),
  };
}
