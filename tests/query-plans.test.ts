import { type CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { expect, test } from 'vitest';
import { articles } from '#app/articles/article-collection.server.ts';
import {
  findArticle,
  listArticles,
  listArticleTeasers,
  listPinnedFirst,
} from '#app/articles/article-store.server.ts';
import { findTagName, listTagged, listTags } from '#app/articles/tagged-articles.server.ts';
import {
  findBusiness,
  listBusinessCards,
  listBusinessCategories,
  listBusinesses,
} from '#app/businesses/business-store.server.ts';
import { listCalendarEvents, listFeedEvents } from '#app/events/event-listings.server.ts';
import {
  findEvent,
  listEvents,
  listOngoingEvents,
  listUpcomingEvents,
} from '#app/events/event-store.server.ts';
import { countWaiting } from '#app/items/drafts/inbox-entries.server.ts';
import { listUnpublished } from '#app/items/drafts/item-version-store.server.ts';
import {
  findNextPublication,
  listPublished,
  listSourceNames,
} from '#app/items/lists/published-items.server.ts';
import { listUnconfirmed, loadProvenance } from '#app/items/provenance/provenance.server.ts';
import {
  listLastEditors,
  listRevisions,
  pageOfRevisions,
} from '#app/items/revisions/revision-store.server.ts';
import { countTrash, listTrash } from '#app/items/trash/trash-store.server.ts';
import { findNewsItem, listNews, listNewsTeasers } from '#app/news/news-item-store.server.ts';
import { findComingUp } from '#app/newsletter/issues/event-entries.server.ts';
import { listCorrected } from '#app/newsletter/issues/item-entries.server.ts';
import {
  findNeighbors,
  findPublicIssue,
  listPublicIssues,
} from '#app/newsletter/issues/public-issues.server.ts';
import type { Dialect } from '#app/platform/database/capabilities.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { countItems } from '#app/platform/database/lists/counted-list.server.ts';
import { listPictures } from '#app/platform/media/picture-store.server.ts';
import { listCurrentPolls, listPublicPolls } from '#app/polls/poll-listings.server.ts';
import { findPoll, listPolls } from '#app/polls/poll-store.server.ts';
import { countPoll } from '#app/polls/votes/vote-count.server.ts';
import { findVoteStatus } from '#app/polls/votes/vote-store.server.ts';
import { countPublished, listMerged } from '#app/sources/checks/source-history.server.ts';
import { countStacks, listStacks } from '#app/sources/inbox/inbox-store.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { eachDatabase, withSqlite } from './each-database.ts';

const byDate = { sort: 1_700_000_000_000, id: 'a' };
const byName = { sort: 'm', id: 'a' };

/**
 * A list of segments is read whole: it has one row for a few thousand items. The steps through an index are few, too.
 */
const SHORT = /^SCAN (\w+_segment|segment|step|\(subquery)/;

/** Every query of the public pages and the API, at the start of a list and in the middle of one. */
const questions: Record<string, (db: ReadDb) => Promise<unknown>> = {
  'articles, first page': (db) => listArticleTeasers(db, { limit: 10 }),
  'articles, further on': (db) => listArticleTeasers(db, { limit: 10, after: byDate }),
  'articles, back': (db) => listArticleTeasers(db, { limit: 10, before: byDate }),
  'articles, by number': (db) => listArticleTeasers(db, { limit: 10, page: 3 }),
  'whole articles, by number': (db) => listArticles(db, { limit: 10, page: 3 }),
  'how many articles': (db) => countItems(db, 'article'),
  'whole articles': (db) => listArticles(db, { limit: 10, after: byDate }),
  'articles that were corrected': (db) => listCorrected(db, { since: 1, until: 1_700_600_000_000 }),
  'the events of an issue': (db) =>
    findComingUp(db, { town: defaultTown, at: 1_700_000_000_000, ahead: 7, out: new Set() }),
  'past issues': (db) => listPublicIssues(db, { limit: 10 }),
  'past issues, further on': (db) => listPublicIssues(db, { limit: 10, after: { sort: 20, id: 'a' } }),
  'an issue and its neighbors': async (db) => {
    await findPublicIssue(db, '2026-11-20');
    await findNeighbors(db, 20);
  },
  'an article': (db) => findArticle(db, 'a'),
  'articles with the pinned one first': (db) => listPinnedFirst(db, { limit: 10 }),
  'articles after the pinned one, further on': (db) => listPinnedFirst(db, { limit: 10, after: byDate }),
  'articles of a tag': (db) => listTagged(db, 'winter', { limit: 10 }),
  'articles of a tag, further on': (db) => listTagged(db, 'winter', { limit: 10, after: byDate }),
  'articles of a tag, back': (db) => listTagged(db, 'winter', { limit: 10, before: byDate }),
  'the name of a tag': (db) => findTagName(db, 'winter'),
  'the tags of articles': (db) => listTags(db, { after: 'a', limit: 10 }),
  'news, first page': (db) => listNewsTeasers(db, { limit: 10 }),
  'news, further on': (db) => listNewsTeasers(db, { limit: 10, after: byDate }),
  'news, by number': (db) => listNewsTeasers(db, { limit: 10, page: 3 }),
  'whole news': (db) => listNews(db, { limit: 10, before: byDate }),
  'a news item': (db) => findNewsItem(db, 'a'),
  'events from today': (db) => listUpcomingEvents(db, byDate.sort, { limit: 10 }),
  'events, further on': (db) => listUpcomingEvents(db, byDate.sort, { limit: 10, after: byDate }),
  'events, back': (db) => listUpcomingEvents(db, byDate.sort, { limit: 10, before: byDate }),
  'events, by number': (db) => listUpcomingEvents(db, byDate.sort, { limit: 10, page: 3 }),
  'all events, by number': (db) => listEvents(db, { limit: 10, page: 3 }),
  'all events': (db) => listEvents(db, { limit: 10 }),
  'events that are still on': (db) => listOngoingEvents(db, byDate.sort + 30, byDate.sort),
  'events for a calendar': (db) => listCalendarEvents(db, { from: byDate.sort, since: byDate.sort - 10 }),
  'events of a place for a calendar': (db) =>
    listCalendarEvents(db, { from: byDate.sort, since: byDate.sort - 10, place: 'Town Hall' }),
  'events that no source lists any longer': listUnconfirmed,
  'a page of the inbox': (db) => listStacks(db, { ...inbox, limit: 10 }),
  'the items of a source that were merged': (db) => listMerged(db, 's', 10),
  'how much of this week’s imports was published': (db) => countPublished(db, byDate.sort),
  'where an item comes from': (db) =>
    loadProvenance(
      db,
      { collection: 'events', id: 'a' },
      { now: byDate.sort, clock: { timeZone: 'UTC', locale: 'en-US' } },
    ),
  'an event': (db) => findEvent(db, 'a'),
  'polls, first page': (db) => listPublicPolls(db, { limit: 10 }),
  'public polls, further on': (db) => listPublicPolls(db, { limit: 10, after: byDate }),
  'public polls, by number': (db) => listPublicPolls(db, { limit: 10, page: 3 }),
  'polls, further on': (db) => listPolls(db, { limit: 10, after: byName }),
  'a poll': (db) => findPoll(db, 'a'),
  'polls that are not over': (db) => listCurrentPolls(db, byDate.sort),
  'the votes of a poll': (db) => countPoll(db, 'a'),
  "a voter's vote": (db) => findVoteStatus(db, 'a', 'v'),
  'businesses, first page': (db) => listBusinessCards(db, { limit: 10 }),
  'businesses of a category': (db) => listBusinessCards(db, { limit: 10, category: 'Trades', after: byName }),
  'businesses, by number': (db) => listBusinessCards(db, { limit: 10, page: 3 }),
  'businesses of a category, by number': (db) =>
    listBusinessCards(db, { limit: 10, category: 'Trades', page: 3 }),
  'whole businesses': (db) => listBusinesses(db, { limit: 10, before: byName }),
  'the categories': (db) => listBusinessCategories(db),
  'a business': (db) => findBusiness(db, 'a'),
  'a feed of articles': (db) => listPublished(db, 'article', { now: byDate.sort, limit: 10 }),
  'a feed of the articles of a source': (db) =>
    listPublished(db, 'article', { now: byDate.sort, limit: 10, source: 's' }),
  'a feed of the news of a source': (db) =>
    listPublished(db, 'news_item', { now: byDate.sort, limit: 10, source: 's' }),
  'a feed of events': (db) => listFeedEvents(db, { now: byDate.sort, limit: 10, from: byDate.sort }),
  'the next event to be published': (db) => findNextPublication(db, 'event', byDate.sort),
  'drafts, further on': (db) => listUnpublished(db, articles, 'draft', { limit: 10, after: byDate }),
  'scheduled items': (db) => listUnpublished(db, articles, 'scheduled', { limit: 10 }),
  'scheduled items, further on': (db) =>
    listUnpublished(db, articles, 'scheduled', { limit: 10, after: byDate }),
  'pictures, further on': (db) => listPictures(db, {}, { limit: 20, after: byDate }),
  'pictures without alternative text': (db) => listPictures(db, { show: 'missing' }, { limit: 20 }),
  'the trash of a collection': (db) =>
    listTrash(db, { limit: 10, after: byDate }, { now: 0, collection: 'articles' }),
  'the trash, further on': (db) => listTrash(db, { limit: 10, after: byDate }, { now: 0 }),
  'the versions of an item': (db) => listRevisions(db, { collection: 'articles', id: 'a' }, 10),
  'the versions of an item, further on': (db) =>
    pageOfRevisions(db, { collection: 'articles', id: 'a' }, { limit: 10, after: { sort: 9, id: 'a' } }),
  'who saved items last': (db) => listLastEditors(db, 'articles', ['a', 'b', 'c']),
  'the sources of articles': (db) => listSourceNames(db, 'article'),
};

eachDatabase('every query uses an index', async ({ database: { read, write }, dialect }) => {
  await seed(write);
  for (const [title, ask] of Object.entries(questions)) {
    const seen: RootOperationNode[] = [];
    const asked: unknown[] = [];
    await ask(watched(read, seen, asked));
    expect(seen.length, title).toBeGreaterThan(0);
    // One for each part of the inbox.
    expect(asked.length, title).toBeLessThanOrEqual(title === 'a page of the inbox' ? 7 : 3);
    for (const node of seen) {
      const query = (read as WriteDb).getExecutor().compileQuery(node, { queryId: 'plan' });
      expect(await listFaults(read as WriteDb, dialect, query), title).toEqual([]);
    }
  }
});

test('a page by number begins at a complete key, even if many items have the same date', () =>
  withSqlite(async ({ database: { read, write } }) => {
    await seed(write);
    const seen: RootOperationNode[] = [];
    await listUpcomingEvents(watched(read, seen, []), byDate.sort, { limit: 10, page: 3 });
    const query = (read as WriteDb)
      .getExecutor()
      .compileQuery(seen.at(-1) as RootOperationNode, { queryId: 'plan' });
    const plan = await run<{ detail: string }>(read as WriteDb, {
      ...query,
      sql: `explain query plan ${query.sql}`,
    });
    expect(plan[0]?.detail).toBe('SEARCH event USING INDEX event_soonest ((eventDate,id)>(?,?))');
  }));

const inbox = { filter: { show: 'all' }, now: byDate.sort } as const;

const counts: Record<string, { count: (db: ReadDb) => Promise<unknown>; index: string }> = {
  'the trash is': { count: (db) => countTrash(db, 0), index: 'trash_item_counts' },
  'what waits in the inbox is': { count: (db) => countWaiting(db, 0), index: 'inbox_entry_counted' },
  'what each filter of the inbox shows is': {
    count: (db) => countStacks(db, inbox),
    index: 'inbox_entry_counted',
  },
};

for (const [what, { count, index }] of Object.entries(counts))
  test(`${what} counted without reading what the items contain`, () =>
    withSqlite(async ({ database: { read } }) => {
      const seen: RootOperationNode[] = [];
      await count(watched(read, seen, []));
      const query = (read as WriteDb)
        .getExecutor()
        .compileQuery(seen[0] as RootOperationNode, { queryId: 'plan' });
      const plan = await run<{ detail: string }>(read as WriteDb, {
        ...query,
        sql: `explain query plan ${query.sql}`,
      });
      const table = index.replace(/_count(s|ed)$/, '');
      expect(plan.map(({ detail }) => detail)).toEqual([`SCAN ${table} USING COVERING INDEX ${index}`]);
    }));

/** Enough for a third page of each list: without one, only the segments would be queried. */
async function seed(write: WriteDb): Promise<void> {
  const numbers = Array.from({ length: 25 }, (_, at) => at);
  const rest = { title: 't', link: 'l', description: 'd', createdAt: 0, updatedAt: 0, version: 1 };
  const dated = numbers.map((at) => ({ ...rest, id: `n${at}`, pubDate: byDate.sort + at, deck: '' }));
  const source = { sourceId: 's', sourceName: 's', sourceUrl: 's', tags: '[["winter","Winter"]]' };
  await write
    .insertInto('article')
    .values(dated.map((row) => ({ ...row, ...source, pinned: row.id === 'n3' ? 1 : 0 })))
    .execute();
  await write.insertInto('news_item').values(dated).execute();
  const place = { eventTime: '', eventLocation: '', enclosureUrl: '', enclosureType: '', sourceId: 's' };
  const events = dated.map(({ deck, ...row }) => ({ ...row, ...place, eventDate: row.pubDate }));
  await write.insertInto('event').values(events).execute();
  const named = numbers.map((at) => ({ id: `n${at}`, description: '', createdAt: 0, updatedAt: 0 }));
  const polls = named.map((row) => ({ ...row, title: row.id, titleKey: row.id, deck: '' }));
  await write.insertInto('poll').values(polls).execute();
  const shop = { name: 'n', category: 'Trades', address: 'a' };
  const businesses = named.map((row) => ({ ...row, ...shop, nameKey: row.id }));
  await write.insertInto('business').values(businesses).execute();
}

/** Records in `seen` each query and each independent part of one, in `asked` each that was sent. */
function watched(db: ReadDb, seen: RootOperationNode[], asked: unknown[]): ReadDb {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      seen.push(node);
      return node;
    },
    transformResult: async ({ result }) => {
      asked.push(result);
      return result;
    },
  };
  return (db as WriteDb).withPlugin(plugin);
}

/** The steps of a query's plan that would grow with the table: reading it whole, or sorting it. */
async function listFaults(db: WriteDb, dialect: Dialect, query: CompiledQuery): Promise<string[]> {
  return dialect === 'sqlite' ? sqliteFaults(db, query) : postgresFaults(db, query);
}

async function sqliteFaults(db: WriteDb, query: CompiledQuery): Promise<string[]> {
  const plan = await run<{ detail: string }>(db, { ...query, sql: `explain query plan ${query.sql}` });
  const steps = plan.map((row) => row.detail);
  return steps.filter(
    (step) =>
      /TEMP B-TREE/.test(step) ||
      (/^SCAN/.test(step) &&
        !SHORT.test(step) &&
        !(/USING (COVERING )?INDEX/.test(step) && isLimited(query))),
  );
}

/** Whether it ends after some rows: then it can follow an index, because it does not go far. */
function isLimited(query: CompiledQuery): boolean {
  return /\blimit\b/.test(query.sql);
}

/** An empty table is always read whole, so the planner is told that this is expensive. */
async function postgresFaults(db: WriteDb, query: CompiledQuery): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`set enable_seqscan = off`.execute(connection);
    await sql`set enable_sort = off`.execute(connection);
    await sql`set enable_bitmapscan = off`.execute(connection);
    const plan = await run<{ 'QUERY PLAN': string }>(connection, { ...query, sql: `explain ${query.sql}` });
    const steps = plan.map((row) => row['QUERY PLAN']);
    const isWalk = (step: string, at: number) =>
      /Index (Only )?Scan/.test(step) && !/ on \w+_segment/.test(step) && !/Cond:/.test(steps[at + 1] ?? '');
    return steps.filter(
      (step, at) =>
        (/Seq Scan|Sort/.test(step) && !/Seq Scan on \w+_segment/.test(step)) ||
        (!isLimited(query) && !/Limit/.test(steps[at - 1] ?? '') && isWalk(step, at)),
    );
  });
}

async function run<Row>(db: Kysely<never> | WriteDb, query: CompiledQuery): Promise<Row[]> {
  const { rows } = await (db as WriteDb).executeQuery<Row>(query);
  return rows;
}
