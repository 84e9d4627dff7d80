/** Feed items of collections whose items have a date of publication and a source. */
import type { FacetContext, FeedDraft, FeedRequest } from '#app/collection/facets.ts';
import type { SafeHtml } from '#app/html/sanitize.server.ts';
import { bareFeedItem, joinHtml, markup, wholeText } from './feed-draft.server.ts';
import { isOwnLink } from './own-link.ts';
import { listPublished, type PublishedItem } from './published-items.server.ts';

export async function listPublishedDrafts(
  collection: string,
  table: string,
  context: FacetContext,
  request: FeedRequest,
): Promise<FeedDraft[]> {
  const items = await listPublished(context.read, table, { ...request, now: context.now });
  return items.map((item) => draftOf(collection, item, context));
}

function draftOf(collection: string, item: PublishedItem, { siteUrl }: FacetContext): FeedDraft {
  const original = isOwnLink(item.link, siteUrl) ? undefined : item.link;
  const author = item.sourceName ? { name: item.sourceName, url: item.sourceUrl ?? siteUrl } : undefined;
  const source = author && !isOwnLink(author.url, siteUrl) ? author : undefined;
  return {
    at: item.pubDate,
    size: item.description.length,
    write: (isWhole) => ({
      ...bareFeedItem(collection, item, siteUrl),
      sourceUrl: original,
      author,
      summary: item.deck,
      html: isWhole
        ? joinHtml(wholeText(collection, item, siteUrl), sourceHtml(source, original))
        : undefined,
    }),
  };
}

/** 'Source: The Ledger. Read the original.' Nothing for items from this site. */
function sourceHtml(
  source: { name: string; url: string } | undefined,
  original: string | undefined,
): SafeHtml {
  if (!source && !original) return '' as SafeHtml;
  return markup(
    <p>
      {source ? (
        <>
          Source: <a href={source.url}>{source.name}</a>.{' '}
        </>
      ) : null}
      {original ? (
        <>
          <a href={original}>Read the original</a>.
        </>
      ) : null}
    </p>,
  );
}
