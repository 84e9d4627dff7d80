/** The feed and the news sitemap of collections whose items have a date of publication and a source. */
import type { FeedFacet, StoriesFacet } from '#app/collection/facets.ts';
import { findNextPublication, listSourceNames, listStories } from './published-items.server.ts';

/**
 * Its items are written with JSX, which the command-line tool can't load and never needs: they are imported on first
 * use.
 */
export function publishedFeed(collection: string, table: string, contents: string): FeedFacet {
  return {
    contents,
    list: async (context, request) => {
      const { listPublishedDrafts } = await import('./published-drafts.server.tsx');
      return listPublishedDrafts(collection, table, context, request);
    },
    findNext: (db, now) => findNextPublication(db, table, now),
    listSources: (db) => listSourceNames(db, table),
  };
}

export function publishedStories(table: string): StoriesFacet {
  return { list: (db, request) => listStories(db, table, request) };
}
