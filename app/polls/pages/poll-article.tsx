import { ArchivedNotice } from '#app/items/archive/archived-notice.tsx';
import { DoubtNotice } from '#app/items/reported/doubt-notice.tsx';
import { ReportLink } from '#app/items/reported/report-link.tsx';
import { DocumentLinks } from '#app/items/text/document-links.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { ItemId } from '#app/platform/ui/item-id-line.tsx';
import { LeadPicture } from '#app/platform/ui/responsive-picture.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import type { PollView } from '#app/polls/poll-view.server.ts';
import { AnswerList, BallotForm } from './ballot-form.tsx';
import { ResultsTables } from './results-tables.tsx';

/** What just happened to a vote. It gets the focus, so that screen readers announce it when the page has loaded. */
export type VoteNote = { tone: 'success' | 'danger' | 'info'; text: string };

type PollArticleProps = { poll: PollView; note?: VoteNote | undefined };

/** A poll on its own page, as this viewer sees it. */
export function PollArticle({ poll, note }: PollArticleProps) {
  const { id, title, description, time, who, resultsWhen, state, results } = poll;
  const isStopped = useSite().isFrozen && state !== 'closed';
  return (
    <main id="main" className="wrap page" data-section="polls" tabIndex={-1}>
      <article className="reading">
        {note ? <Outcome {...note} /> : null}
        <header className="page-head">
          <p className="kicker">
            <a href="/polls">Polls</a>
          </p>
          <h1>{title}</h1>
          <p className="lines">{description}</p>
        </header>
        <ArchivedNotice day={poll.archived} />
        <DoubtNotice doubt={poll.doubt} />
        <LeadPicture picture={poll.picture} />
        <DocumentLinks documents={poll.documents} />
        <div className="stack-lg">
          {results ? <ResultsTables {...results} /> : null}
          {poll.turnout ? <p>{poll.turnout}</p> : null}
          {poll.own ? <OwnVotePanel poll={poll} /> : null}
          <Ballot poll={poll} />
          <div className="stack">
            <p className="meta">
              {isStopped ? null : <span>{time}</span>}
              <ResultsLink poll={poll} />
              <a href="/polls">All polls</a>
            </p>
            <p className="small muted">
              {isStopped ? FROZEN : who} {state === 'closed' || isStopped ? '' : resultsWhen}
            </p>
          </div>
          <Notes notes={poll.notes} />
          <Recount poll={poll} />
        </div>
        <ReportLink collection="polls" id={id} archived={poll.archived} />
        <ItemId id={id} />
      </article>
    </main>
  );
}

const FROZEN = 'This poll takes no votes since the site was frozen.';

/** It has the focus when the page has loaded: by the address after voting, or by the attribute. */
export function Outcome({ tone, text }: VoteNote) {
  return (
    <div
      className={`alert is-${tone}`}
      role={tone === 'danger' ? 'alert' : 'status'}
      id="outcome"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: what came of the vote is what the person waits for
      autoFocus
    >
      <Icon name={tone === 'success' ? 'check' : tone === 'info' ? 'info' : 'warning'} />
      <p>{text}</p>
    </div>
  );
}

function Ballot({ poll }: { poll: PollView }) {
  const { isReadOnly } = useSite();
  const isBallot = poll.hindrance === 'none' || poll.hindrance === 'login';
  if (isBallot && !isReadOnly) return <BallotForm {...poll} />;
  const isAnswered = poll.results && (poll.state === 'closed' || isReadOnly);
  const answers = isAnswered ? null : <AnswerList options={poll.options} />;
  const note = isReadOnly ? null : <HindranceNote {...poll} />;
  if (!answers && poll.hindrance === 'not-open') return null;
  return (
    <div>
      {answers}
      {note}
    </div>
  );
}

function HindranceNote({ id, hindrance, unconfirmed, kept }: PollView) {
  // Only there the choice is found again.
  const next = kept?.length ? `/polls/${id}/vote` : `/polls/${id}`;
  if (unconfirmed) return <ConfirmFirst next={next} {...unconfirmed} />;
  if (hindrance === 'sealed')
    return <p className="mt">You voted before the poll was closed. Your ballot still counts.</p>;
  if (hindrance === 'restored')
    return (
      <p className="mt">
        You have voted, and your ballot counts. The site has since been restored from a backup, which does not
        record which ballot is yours, so you can no longer change it.
      </p>
    );
  return null;
}

type ConfirmFirstProps = { next: string } & NonNullable<PollView['unconfirmed']>;

/** What a new member has to do before voting. */
function ConfirmFirst({ next, email, hasOpenLink, mailNote }: ConfirmFirstProps) {
  if (mailNote)
    return (
      <section className="panel stack mt" aria-labelledby="confirm">
        <h2 id="confirm">You can’t vote in this poll yet</h2>
        <p>
          To vote, your address <strong>{email}</strong> has to be confirmed with a link that is emailed to
          it. {mailNote}
        </p>
        <p>
          <a href="/contact">Contact</a>
        </p>
      </section>
    );
  return (
    <section className="panel stack mt" aria-labelledby="confirm">
      <h2 id="confirm">Confirm your email address to vote</h2>
      {hasOpenLink ? (
        <p>
          We sent an email to <strong>{email}</strong>. Open the link in it to vote.
        </p>
      ) : (
        <p>
          We’ll send an email to <strong>{email}</strong>. Its link brings you back to this poll, and you can
          vote.
        </p>
      )}
      <form
        method="post"
        action={`/account/verification?next=${encodeURIComponent(next)}`}
        className="cluster"
      >
        <button type="submit" className="button">
          {hasOpenLink ? 'Send the email again' : 'Send the email'}
        </button>
        <a href="/account">Your account</a>
      </form>
    </section>
  );
}

function ResultsLink({ poll }: { poll: PollView }) {
  const { isReadOnly } = useSite();
  if (poll.results || poll.state !== 'open') return null;
  return (
    <>
      {poll.maySeeResults ? <a href={`/polls/${poll.id}/results`}>See results</a> : null}
      {poll.isInformal && !poll.own && !isReadOnly ? (
        <a href={`/polls/${poll.id}/vote#own-vote`}>See your vote</a>
      ) : null}
    </>
  );
}

function OwnVotePanel({ poll: { id, own, options } }: { poll: PollView }) {
  const { isReadOnly } = useSite();
  if (!own) return null;
  const chosen = options.filter((option) => own.choices.includes(option.id)).map((option) => option.text);
  return (
    <section className="panel stack mt mb" aria-labelledby="own-vote">
      <h2 id="own-vote">Your vote</h2>
      <p>{chosen.join(' · ')}</p>
      <p>
        Your receipt: <code className="nowrap">{own.receipt}</code>
      </p>
      <p className="small muted">
        Save this code. Until the poll closes, this site’s server (but not its backups) can tell which ballot
        is yours, so that you can change your vote. When the poll closes, that link is deleted. Your ballot
        then appears in the public list under this code, no one can tell that it is yours, and the code is not
        shown again.
      </p>
      {isReadOnly ? null : (
        <form method="post" action={`/polls/${id}/withdrawal`}>
          <button type="submit" className="button button--small">
            Withdraw your vote
          </button>
        </form>
      )}
    </section>
  );
}

function Notes({ notes }: Pick<PollView, 'notes'>) {
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">Changes to this poll</h2>
      <ul className="bullets">
        {notes.map(({ at, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes are only added
          <li key={index}>
            {at}: {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Recount({ poll: { id, sealed, state } }: { poll: PollView }) {
  if (state !== 'closed') return null;
  if (!sealed) return <p className="small muted">Finalizing the ballots. Check back in a moment.</p>;
  return (
    <section aria-labelledby="recount">
      <h2 id="recount">Check the count</h2>
      <p>
        {sealed.isListed ? (
          <>
            Every ballot is in a public list without names.{' '}
            <a href={`/polls/${id}/ballots`}>See and recount the ballots</a>
          </>
        ) : (
          'The results of this poll are not published. The hash below can later prove that no ballot was changed.'
        )}
      </p>
      <p className="small">
        SHA-256 of the ballots: <code className="hash">{sealed.head}</code>
      </p>
    </section>
  );
}

/** What a member has just done elsewhere in order to vote here. `mailNote` says why no email arrives, if none does. */
export function arrivalNoteOf(query: URLSearchParams, mailNote: string): VoteNote | undefined {
  if (query.has('verified'))
    return { tone: 'success', text: 'Your email address is confirmed. You can vote now.' };
  if (query.has('mailed') && mailNote) return { tone: 'danger', text: mailNote };
  if (query.has('mailed'))
    return { tone: 'success', text: 'We sent the email. The link in it brings you back here.' };
  if (query.has('wait'))
    return { tone: 'danger', text: 'Too many emails were requested. Please try again later.' };
  return undefined;
}
