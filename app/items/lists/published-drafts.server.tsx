/** Feed items of collections whose items have a date of publication and a source. */
import type { FacetContext, FeedDraft, FeedRequest } from '#app/items/collection/facets.ts';
import { isOwnLink } from '#app/items/text/own-link.ts';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import { formatDate, type TownClock } from '#app/platform/time/town-time.ts';
import { bareFeedItem, joinHtml, markup, wholeText } from './feed-draft.server.ts';
import { listPublished, type PublishedItem } from './published-items.server.ts';

/** What only items of some collections have: `columns` are read besides the common ones. */
export type FeedExtras = { columns: string[]; describe: (row: object) => ExtraWords };

type ExtraWords = { byline: string | null; tags: string[]; notes: { date: number; text: string }[] };

type Place = { collection: string; table: string; extras: FeedExtras | undefined };

export async function listPublishedDrafts(
  { collection, table, extras }: Place,
  context: FacetContext,
  request: FeedRequest,
): Promise<FeedDraft[]> {
  const { columns } = extras ?? {};
  const items = await listPublished(context.read, table, { ...request, columns, now: context.now });
  return items.map((item) => draftOf(collection, item, context, extras?.describe(item)));
}

function draftOf(
  collection: string,
  item: PublishedItem,
  { siteUrl, town }: FacetContext,
  { byline, tags, notes }: ExtraWords = { byline: null, tags: [], notes: [] },
): FeedDraft {
  const original = isOwnLink(item.link, siteUrl) ? undefined : item.link;
  const author = item.sourceName ? { name: item.sourceName, url: item.sourceUrl ?? siteUrl } : undefined;
  const source = author && !isOwnLink(author.url, siteUrl) ? author : undefined;
  const writer = byline ? { name: byline, url: author?.url ?? siteUrl } : author;
  return {
    at: item.pubDate,
    size: item.description.length,
    write: (isWhole) => ({
      ...bareFeedItem(collection, item, siteUrl),
      sourceUrl: original,
      author: writer,
      summary: item.deck,
      tags,
      html: isWhole
        ? joinHtml(wholeText(collection, item, siteUrl), notesHtml(notes, town), sourceHtml(source, original))
        : undefined,
    }),
  };
}

/** 'Correction, November 20, 2026: …' */
function notesHtml(notes: ExtraWords['notes'], town: TownClock): SafeHtml {
  return markup(
    notes.map(({ date, text }) => (
      <p key={`${date} ${text}`}>
        Correction, {formatDate(date, town)}: {text}
      </p>
    )),
  );
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
