/** Polls as feed items. */
import type { FacetContext, FeedDraft, FeedRequest } from '#app/items/collection/facets.ts';
import { bareFeedItem, markup } from '#app/items/lists/feed-draft.server.ts';
import { shorten } from '#app/platform/html/extract.server.ts';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import type { TownClock } from '#app/platform/time/town-time.ts';
import { listPollDigests, type PollDigest } from './poll-digest.server.ts';
import { timeWords, voterWords } from './poll-state.ts';
import type { ResultTable } from './results.ts';

export async function listPollDrafts(
  context: FacetContext,
  { limit, ids }: FeedRequest,
): Promise<FeedDraft[]> {
  const { read, now, town, keepUntil } = context;
  const polls = await listPollDigests(read, { now, limit, ids, locale: town.locale, keepUntil });
  return polls.map((poll) => draftOf(poll, context)).toSorted((one, other) => other.at - one.at);
}

function draftOf(poll: PollDigest, { now, town, siteUrl }: FacetContext): FeedDraft {
  const published = Math.max(poll.opensAt ?? 0, poll.createdAt);
  const closed = poll.state === 'closed' ? (poll.closedAt ?? poll.closesAt ?? 0) : 0;
  const item = { ...poll, pubDate: published, updatedAt: Math.max(poll.updatedAt, published, closed) };
  return {
    at: Math.max(published, closed),
    size: poll.description.length,
    write: () => ({
      ...bareFeedItem('polls', item, siteUrl),
      summary: shorten(`${timeWords(poll, now, town)}. ${poll.deck}`),
      html: pollHtml(poll, { url: `${siteUrl}/polls/${poll.id}`, now, clock: town }),
    }),
  };
}

/** A feed's content for a poll. `url` is its page's absolute address. */
function pollHtml(poll: PollDigest, { url, now, clock }: PollContext): SafeHtml {
  return markup(
    <>
      {poll.description.split(/\s*\n\s*/).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        <strong>{timeWords(poll, now, clock)}.</strong> {voterWords[poll.voters]}
      </p>
      {poll.results ? (
        poll.results.tables.map((table) => <Results key={table.caption} {...table} />)
      ) : (
        <ul>
          {poll.options.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      )}
      {poll.state === 'open' ? (
        <p>
          <a href={url}>Vote</a>
        </p>
      ) : null}
      {poll.sealed ? <Recount {...poll.sealed} url={url} /> : null}
    </>,
  );
}

type PollContext = { url: string; now: number; clock: TownClock };

function Results({ caption, rows }: ResultTable) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Answer</th>
          <th scope="col">Votes</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, text, votes, share }) => (
          <tr key={id}>
            <th scope="row">{text}</th>
            <td>{votes}</td>
            <td>{share}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** With a stored feed, anyone can prove later that no ballot was changed (docs/polls.md). */
function Recount({ head, isListed, url }: NonNullable<PollDigest['sealed']> & { url: string }) {
  return (
    <p>
      {isListed ? (
        <>
          <a href={`${url}/ballots`}>See and recount the ballots</a>.{' '}
        </>
      ) : (
        'The results of this poll are not published. '
      )}
      SHA-256 of the ballots: <code>{head}</code>
    </p>
  );
}
