/** Issues as feed items. */
import type { FacetContext, FeedDraft, FeedRequest } from '#app/items/collection/facets.ts';
import { bareFeedItem, markup } from '#app/items/lists/feed-draft.server.ts';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import type { Block, Edition } from './edition.ts';
import { presentEditions } from './present-edition.server.ts';
import { listPublicIssues, type PublicIssue } from './public-issues.server.ts';

/** The last issues first, as the site shows them now: without what was removed since. */
export async function listIssueDrafts(
  { read, town, now, siteUrl }: FacetContext,
  { limit }: FeedRequest,
): Promise<FeedDraft[]> {
  const { items } = await listPublicIssues(read, { limit });
  const editions = items.map(({ edition }) => edition);
  const shown = await presentEditions(read, editions, { town, now });
  return items.map((issue, index) => draftOf({ ...issue, edition: shown[index] ?? issue.edition }, siteUrl));
}

function draftOf({ id, path, publishedAt, edition }: PublicIssue, siteUrl: string): FeedDraft {
  const item = { id, title: edition.subject, pubDate: publishedAt, updatedAt: publishedAt };
  return {
    at: publishedAt,
    size: JSON.stringify(edition.blocks).length,
    write: (isWhole) => ({
      ...bareFeedItem('newsletter', item, siteUrl),
      url: siteUrl + path,
      summary: edition.preview,
      html: isWhole ? htmlOf(edition, siteUrl) : undefined,
    }),
  };
}

function htmlOf({ note, blocks }: Edition, siteUrl: string): SafeHtml {
  return markup(
    <>
      {note
        .split(/\n{2,}/)
        .filter(Boolean)
        .map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      {blocks.map((block) => (
        <BlockHtml
          key={block.kind === 'events' ? 'events' : `${block.kind} ${block.id}`}
          block={block}
          siteUrl={siteUrl}
        />
      ))}
    </>,
  );
}

function BlockHtml({ block, siteUrl }: { block: Block; siteUrl: string }) {
  switch (block.kind) {
    case 'events':
      return (
        <>
          <h2>{block.title}</h2>
          <ul>
            {block.days.flatMap(({ events }) =>
              events.map(({ id, path, title, when, place, status }) => (
                <li key={id}>
                  {status ? `${status}: ` : ''}
                  <a href={siteUrl + path}>{title}</a>, {when}, {place}
                </li>
              )),
            )}
          </ul>
        </>
      );
    case 'correction':
      return (
        <p>
          Correction: <a href={siteUrl + block.path}>{block.title}</a>.{' '}
          {block.corrections.map(({ text }) => text).join(' ')}
        </p>
      );
    default:
      return (
        <>
          <h2>
            <a href={siteUrl + block.path}>{block.title}</a>
          </h2>
          <p>{block.kind === 'poll' ? block.time : block.deck}</p>
        </>
      );
  }
}
