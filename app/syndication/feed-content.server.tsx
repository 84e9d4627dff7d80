/** What feeds show of an item in addition to its own text. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { SafeHtml } from '#app/html/sanitize.server.ts';
import type { PollDigest } from '#app/polls/poll-digest.server.ts';
import { timeWords, voterWords } from '#app/polls/poll-state.ts';
import type { ResultTable } from '#app/polls/results.ts';
import type { TownClock } from '#app/time/town-time.ts';

/** 'Source: The Ledger. Read the original.' Nothing for items from this site. */
export function sourceHtml(
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

/** The link below an event's text to its own page elsewhere. */
export function moreHtml(url: string | undefined): SafeHtml {
  if (!url) return '' as SafeHtml;
  return markup(
    <p>
      <a href={url}>More about this event</a>
    </p>,
  );
}

/** What changed, when and where, above an event's text. */
export function eventFactsHtml({ changes, when, where }: EventFactWords): SafeHtml {
  return markup(
    <>
      {changes ? (
        <p>
          <strong>{changes}</strong>
        </p>
      ) : null}
      <p>
        <strong>{when}</strong>
        <br />
        {where}
      </p>
    </>,
  );
}

/** `changes` is '' if an event takes place as announced. */
type EventFactWords = { changes: string; when: string; where: string };

/** A feed's content for a poll. `url` is its page's absolute address. */
export function pollHtml(poll: PollDigest, { url, now, clock }: PollContext): SafeHtml {
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
          <a href={`${url}/ballots`}>See and count the ballots</a>.{' '}
        </>
      ) : (
        'The results of this poll are not published. '
      )}
      SHA-256 of the ballots: <code>{head}</code>
    </p>
  );
}

/** React escapes everything, and none of these elements can do harm. */
function markup(node: ReactNode): SafeHtml {
  return renderToStaticMarkup(node) as SafeHtml;
}
