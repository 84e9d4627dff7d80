import { Alert } from '#app/platform/ui/alert.tsx';
import type { SuggestionKind } from '#app/sources/suggestions/suggestion-fields.ts';
import type { SubmitResult } from './submit-result.ts';

type ThanksProps = { sent: SubmitResult['sent']; kind: SuggestionKind };

/** What was sent, with its private link, which is shown this once. A program that was caught gets none. */
export function SubmitThanks({ sent, kind }: ThanksProps) {
  const again = kind === 'event' ? '/submit' : '/submit?kind=news';
  return (
    <>
      <header className="page-head">
        <h1>{sent?.isPublished ? 'Thank you. It’s on the site.' : 'Thank you. We got it.'}</h1>
      </header>
      <Alert tone="success">
        <p>
          {sent?.isPublished
            ? `“${sent.title}” was published at once.`
            : `${sent ? `“${sent.title}” is` : 'It is'} with the editors. One of them will read it before it appears.`}
        </p>
      </Alert>
      {sent ? (
        <>
          <h2 className="mt-lg">Keep this link</h2>
          <p className="mt">
            Use it to check the status, make changes or withdraw it.
            {sent.mailedTo ? ` We also sent it to ${sent.mailedTo}.` : ''}
          </p>
          <div className="field mt">
            <label htmlFor="private-link">Your private link</label>
            <span className="hint" id="private-link-hint">
              Anyone with the link can edit your submission, so keep it private.
            </span>
            <textarea
              className="input"
              id="private-link"
              readOnly
              rows={2}
              aria-describedby="private-link-hint"
              value={sent.link}
            />
          </div>
        </>
      ) : null}
      <p className="actions">
        {sent ? (
          <a className="button button--primary" href={sent.path}>
            Check status
          </a>
        ) : null}
        <a href={again}>Send another</a>
      </p>
    </>
  );
}

/** The one page that waits, instead of a puzzle: what was typed is sent with its button. */
export function SubmitWait({ result }: { result: SubmitResult }) {
  return (
    <>
      <header className="page-head">
        <h1>One moment</h1>
        <p>We keep bots out without asking you to find the bicycles. Wait about 5 seconds, then send it.</p>
      </header>
      <form method="post" action="/submit" encType="multipart/form-data">
        <Kept result={result} />
        <p className="actions">
          <button type="submit" className="button button--primary">
            Send now
          </button>
          <a href={result.kind === 'event' ? '/submit' : '/submit?kind=news'}>Start again</a>
        </p>
      </form>
      <p className="small muted mt">Nothing you typed was lost. A picture has to be chosen again.</p>
    </>
  );
}

/** What may be the same, between sending and saving. */
export function SubmitCheck({ result }: { result: SubmitResult }) {
  const { kind, values, similar = [], hadPicture = false } = result;
  const isEvent = kind === 'event';
  return (
    <>
      <header className="page-head">
        <h1>Is it one of these?</h1>
        <p>
          You wrote: <strong>{values.title}</strong>
        </p>
      </header>
      <section className="similar" aria-labelledby="similar">
        <h2 id="similar">{similar.length === 1 ? 'Possible duplicate' : 'Possible duplicates'}</h2>
        <p className="small">If yours is one of them, you’re all set.</p>
        <ul>
          {similar.map(({ title, href, about, correct }) => (
            <li key={href}>
              <div>
                <a href={href}>
                  <strong>{title}</strong>
                </a>
                <br />
                <span className="small">{about}</span>
              </div>
              <a className="small" href={correct}>
                Something wrong here?<span className="vh">: {title}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <form method="post" action="/submit" encType="multipart/form-data">
        <Kept result={result} />
        {hadPicture ? <PictureAgain /> : null}
        <p className="actions">
          <button type="submit" className="button button--primary" name="same" value="no">
            No, mine is different: send it
          </button>
          {hadPicture ? (
            <button type="submit" className="button" name="same" value="plain" formNoValidate>
              Send it without the picture
            </button>
          ) : null}
          <button type="submit" className="button" name="same" value="edit" formNoValidate>
            {isEvent ? 'Edit my event' : 'Edit my news'}
          </button>
        </p>
      </form>
      <p className="mt">
        <a href={isEvent ? '/events' : '/news'}>
          Yes, it’s already listed. Back to {isEvent ? 'events' : 'news'}
        </a>
      </p>
    </>
  );
}

/** Browsers keep no chosen file from one page to the next. */
function PictureAgain() {
  return (
    <div className="field">
      <label htmlFor="picture">Choose your picture again</label>
      <span className="hint" id="picture-again">
        Everything else you typed was kept.
      </span>
      <input
        className="input"
        id="picture"
        name="picture"
        type="file"
        accept="image/*"
        required
        aria-describedby="picture-again"
      />
    </div>
  );
}

/** What was typed, unseen. */
export function Kept({ result: { kind, token, by, values } }: { result: SubmitResult }) {
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="opened" value={token} />
      <input type="hidden" name="by" value={by} />
      {Object.entries(values).map(([name, value]) => (
        <textarea name={name} defaultValue={value} key={name} hidden />
      ))}
    </>
  );
}

type ClosedProps = { reason: string; result: SubmitResult | undefined; email: string };

/** Nothing can be sent now. What was typed can be copied. */
export function SubmitClosed({ reason, result, email }: ClosedProps) {
  return (
    <>
      <header className="page-head">
        <h1>Closed for now</h1>
        <p>{reason}</p>
      </header>
      {result ? (
        <div className="field">
          <label htmlFor="typed">What you wrote</label>
          <textarea
            className="input"
            id="typed"
            rows={8}
            readOnly
            value={Object.values(result.values)
              .filter((value) => value !== '')
              .join('\n')}
          />
        </div>
      ) : null}
      <p className="actions">
        {email ? <a href={`mailto:${email}`}>Email the editors</a> : <a href="/contact">Contact</a>}
      </p>
    </>
  );
}
