import { readContext } from '#app/people/request/context.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { findInboxNews } from '#app/sources/inbox/inbox-news.server.ts';
import { listRows } from '#app/sources/inbox/inbox-rows.server.ts';
import { countStacks, listStacks } from '#app/sources/inbox/inbox-store.server.ts';
import { listPublishedAtOnce } from '#app/sources/inbox/trusted-publications.server.ts';
import { filterParameters, type InboxFilter, readFilter, type Show, shows } from './inbox-filter.ts';
import { explainProblems } from './row-problems.server.ts';

/** Stacks per page; with JavaScript, the next page is loaded before the end is reached. */
const MOST_ROWS = 50;

const labels: Record<Show, string> = {
  all: 'All',
  notices: 'Warnings',
  reports: 'Corrections',
  suggestions: 'From readers',
  drafts: 'Handed in',
  changes: 'Source changes',
  articles: 'Articles',
  news: 'News',
  events: 'Events',
  snoozed: 'Snoozed',
};

/** The filters that are shown only when they have something: many sites get nothing of the kind. */
const ofPeople: Show[] = ['reports', 'suggestions', 'drafts'];

type Args = Parameters<typeof readContext>[0] & { url: URL };

/** A page of `/admin/inbox`, with the result of the last decision. */
export async function loadInbox(args: Args) {
  const { read, town, now, collections, siteUrl } = readContext(args);
  const query = args.url.searchParams;
  const filter = readFilter(query);
  const asked = { filter, now };
  const isFirst = query.get('after') === null;
  // With what readers sent, before anything of it waits.
  const isWithReaders =
    isFirst && filter.source === undefined && ['all', 'suggestions'].includes(filter.show);
  const { counts, stacks, next, rows, published } = await inSnapshot(read, async (db) => {
    const page = await listStacks(db, { ...asked, limit: MOST_ROWS, after: query.get('after') });
    return {
      ...page,
      counts: await countStacks(db, asked),
      rows: await listRows(db, page.stacks, { collections, town, now }),
      published: isWithReaders ? await listPublishedAtOnce(db, { collections, town, now }) : [],
    };
  });
  const matching = counts.shows[filter.show];
  return {
    rows,
    published,
    problems: explainProblems(stacks, query.getAll('failed'), { collections, town, now, siteUrl }),
    counts: counts.shows,
    tabs: shows
      .filter((show) => counts.shows[show] > 0 || show === filter.show || !ofPeople.includes(show))
      .map((show) => ({ show, label: labels[show], href: hrefOf({ ...filter, show }) })),
    locale: town.locale,
    sources: counts.sources,
    filter,
    filterQuery: filterParameters(filter).toString(),
    next: next && hrefOf(filter, next),
    isFirst,
    news: await findInboxNews(args, matching),
  };
}

export type InboxPage = Awaited<ReturnType<typeof loadInbox>>;

function hrefOf(filter: InboxFilter, after?: string): string {
  const query = filterParameters(filter);
  if (after !== undefined) query.set('after', after);
  const text = query.toString();
  return text ? `/admin/inbox?${text}` : '/admin/inbox';
}
