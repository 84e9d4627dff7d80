import type { FeedFacet } from '#app/items/collection/facets.ts';

/** The feed of issues, with the same facet as those of the collections. It is not part of the feed of everything. */
export const issueFeed = {
  name: 'newsletter',
  heading: 'Newsletter',
  facets: {
    feed: {
      contents: 'The issues of the newsletter',
      list: async (context, request) => {
        // Written with JSX, which the command-line tool can't load and never needs.
        const { listIssueDrafts } = await import('./issue-drafts.server.tsx');
        return listIssueDrafts(context, request);
      },
    } satisfies FeedFacet as FeedFacet,
  },
};
