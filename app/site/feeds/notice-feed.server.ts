import type { FacetContext, FeedDraft, FeedFacet } from '#app/items/collection/facets.ts';
import { bareFeedItem, markup } from '#app/items/lists/feed-draft.server.ts';
import { formatDate, formatTime } from '#app/platform/time/town-time.ts';
import { kindWords, type Notice } from '#app/town/notices/notice.ts';
import { findCurrent, listPast } from '#app/town/notices/notice-store.server.ts';

/** The feed of urgent notices: those that are up, the worst first, then past ones. Only current ones are in the feed of everything. */
export const noticeFeed = {
  name: 'notices',
  heading: 'Notices',
  facets: {
    feed: {
      contents: 'Urgent notices, with the time they end',
      list: async (context, { limit }) => {
        const current = await listCurrentNotices(context);
        const { items } = await listPast(context.read, { now: context.now }, { limit });
        return [...current, ...items.map((notice) => draftOf(notice, context))].slice(0, limit);
      },
      findNext: async (db, now) => (await findCurrent(db, now)).until,
    } satisfies FeedFacet as FeedFacet,
  },
};

export async function listCurrentNotices(context: FacetContext): Promise<FeedDraft[]> {
  const { current } = await findCurrent(context.read, context.now);
  return current.map((notice) => draftOf(notice, context));
}

function draftOf(
  { id, text, kind, link, startsAt, endsAt }: Notice,
  { siteUrl, town, now }: FacetContext,
): FeedDraft {
  const end = `${formatDate(endsAt, town)}, ${formatTime(endsAt, town)}`;
  const summary = `${text} ${endsAt > now ? 'Until' : 'Ended'} ${end}.`;
  const title = `${kindWords[kind].label}: ${text}`;
  const item = { id, title, pubDate: startsAt, updatedAt: endsAt > now ? startsAt : endsAt };
  return {
    at: startsAt,
    size: summary.length,
    write: () => ({
      ...bareFeedItem('notices', item, siteUrl),
      url: `${siteUrl}/notices`,
      sourceUrl: link ?? undefined,
      summary,
      html: markup(`${summary}${link ? ` ${link}` : ''}`),
    }),
  };
}
