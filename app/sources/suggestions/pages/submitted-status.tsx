import { Alert } from '#app/platform/ui/alert.tsx';
import type { FoundSuggestion, Status } from './load-status.server.ts';

const doneWords: Record<string, string> = {
  saved: 'Your changes are with the editors.',
  asked: 'Your change is with the editors. Until they accept it, readers see the current version.',
  unchanged: 'Nothing was changed.',
  confirmed: 'Thank you. We’ll email you once it’s decided.',
  published: 'Your event is on the site.',
  changed: 'It was changed after you opened this page. Please read it again before you confirm it.',
};

/** A private link with more in its query. */
export function pathWith(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** Three steps and one sentence, with what can still be done. */
export function SubmittedStatus({ found, path }: { found: FoundSuggestion; path: string }) {
  const { status, kind, confirm, said, canSendAnother } = found;
  return (
    <div className="reading stack-lg">
      <header className="page-head">
        <p className="kicker">Your submission</p>
        <h1>{status.title}</h1>
      </header>
      {said !== null && doneWords[said] ? (
        <Alert tone={said === 'changed' ? 'warning' : 'success'}>
          <p>{doneWords[said]}</p>
        </Alert>
      ) : null}
      {confirm ? (
        <form method="post" action={path} className="panel">
          <p>
            Did you send this from {confirm.address}? Then confirm it
            {confirm.publishes
              ? ', and it appears on the site at once.'
              : '. The editors see that the address is yours, and you get one email when they have decided.'}{' '}
            If you didn’t, withdraw it below.
          </p>
          <p className="lines">{found.values.description}</p>
          <input type="hidden" name="shown" value={confirm.shown} />
          <p className="actions">
            <button type="submit" className="button button--primary" name="do" value="confirm">
              {confirm.publishes ? 'Yes, I sent it: publish' : 'Yes, I sent it'}
            </button>
          </p>
        </form>
      ) : null}
      <Steps status={status} />
      <section className="panel">
        <p className="mb">
          <span className={`badge ${badges[status.step][0]}`}>{badges[status.step][1]}</span>
        </p>
        <Sentence status={status} />
        <dl className="facts">
          <dt>{kind === 'event' ? 'Event' : 'News'}</dt>
          <dd>{status.title}</dd>
          {status.when ? (
            <>
              <dt>When</dt>
              <dd>{status.when}</dd>
            </>
          ) : null}
          {status.where ? (
            <>
              <dt>Where</dt>
              <dd>{status.where}</dd>
            </>
          ) : null}
          <dt>Sent</dt>
          <dd>{status.sent}</dd>
        </dl>
        <Actions status={status} path={path} />
      </section>
      {canSendAnother ? (
        <p>
          <a href={pathWith(path, 'another')}>Send another event</a>
        </p>
      ) : null}
      <p className="small muted">
        {status.step === 'waiting' ? (
          <>
            Refresh this page to check for updates. <a href={path}>Refresh</a>.
            {status.tells ? ` We’ll also email ${status.tells}.` : ''}
          </>
        ) : status.step === 'published' ? (
          'An editor reviews every change. Until then, readers see the current version.'
        ) : (
          <>
            We’ll delete your submission and email address on {status.deletedOn}.{' '}
            <a href="/contact">Disagree? Email us</a>
          </>
        )}
      </p>
    </div>
  );
}

const badges: Record<Status['step'], [string, string]> = {
  waiting: ['is-warning', 'Waiting'],
  accepted: ['is-warning', 'Accepted'],
  published: ['is-success', 'Published'],
  gone: ['is-quiet', 'No longer on the site'],
  declined: ['is-quiet', 'Not published'],
};

function Steps({ status: { step, isTrusted } }: { status: Status }) {
  const isDone = step !== 'waiting';
  const last = step === 'declined' ? 'Not published' : 'Published';
  const review = [isDone ? 'Reviewed' : 'In review', isDone ? 'done' : 'current'] as const;
  const steps = [
    ['Sent', 'done'] as const,
    ...(isTrusted && step === 'published' ? [] : [review]),
    [last, step === 'declined' ? 'current' : step === 'published' ? 'done' : ''] as const,
  ];
  return (
    <ol className="progress-steps">
      {steps.map(([label, state]) => (
        <li
          className={state === 'done' ? 'is-done' : undefined}
          aria-current={state === 'current' ? 'step' : undefined}
          key={label}
        >
          {state === 'done' ? <span className="vh">Done: </span> : null}
          {label}
        </li>
      ))}
    </ol>
  );
}

function Sentence({ status }: { status: Status }) {
  const { step, ahead, reason, note, isChangeWaiting, isTrusted } = status;
  return (
    <>
      {step === 'waiting' ? (
        <p className="mb">
          {isTrusted ? 'An editor took it off the site, and will decide. ' : 'An editor hasn’t decided yet. '}
          {ahead === 0
            ? 'Yours is next.'
            : ahead === 1
              ? 'One other is ahead of yours.'
              : `${ahead} others are ahead of yours.`}
        </p>
      ) : null}
      {step === 'accepted' ? (
        <p className="mb">An editor has taken it on. It isn’t on the site yet.</p>
      ) : null}
      {step === 'published' ? (
        <p className="mb">
          It’s on the site.{isChangeWaiting ? ' The change you asked for waits for an editor.' : ''}
        </p>
      ) : null}
      {step === 'gone' ? <p className="mb">It was on the site and has been removed.</p> : null}
      {step === 'declined' ? (
        <p className="mb">
          {reason ? (
            <>
              <strong>Reason:</strong> {reason}.
            </>
          ) : (
            'The editors decided not to publish it.'
          )}
        </p>
      ) : null}
      {step === 'published' && reason ? (
        <p className="mb">
          <strong>Your last change was not made:</strong> {reason}.
        </p>
      ) : null}
      {note ? <p className="mb">The editor adds: “{note}”</p> : null}
    </>
  );
}

function Actions({ status: { step, href }, path }: { status: Status; path: string }) {
  if (step === 'gone' || step === 'accepted') return null;
  const edit = { waiting: 'Edit', published: 'Request a change', declined: 'Edit and resend' }[step];
  return (
    <form method="post" action={path} className="actions">
      {href ? (
        <a className="button button--primary" href={href}>
          View it on the site
        </a>
      ) : null}
      <a className="button" href={pathWith(path, 'edit')}>
        {edit}
      </a>
      {step === 'published' ? null : (
        <button type="submit" className="button button--danger" name="do" value="withdraw">
          Withdraw
        </button>
      )}
    </form>
  );
}
