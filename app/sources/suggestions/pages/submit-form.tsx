import type { ReactNode } from 'react';
import type { FieldProblems, FieldSpec } from '#app/platform/forms/field-spec.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { SuggestionKind, SuggestionValues } from '#app/sources/suggestions/suggestion-fields.ts';
import type { SubmitResult } from './submit-result.ts';

type FormProps = {
  kind: SuggestionKind;
  token: string;
  result: SubmitResult | undefined;
  /** The editors', '' without one. */
  email: string;
  /** No event is published without an editor. */
  isAllRead: boolean;
  /** The private link that it was opened from: its sender needs no address. */
  by?: string;
};

/** The form of `/submit`, also as it comes back with problems. */
export function SubmitForm({ kind, token, result, email, isAllRead, by = result?.by }: FormProps) {
  const isEvent = kind === 'event';
  const problems = result?.problems ?? {};
  const isLimited = result?.step === 'limit';
  return (
    <>
      <header className="page-head">
        <h1>
          {isLimited ? 'Please try again in an hour' : isEvent ? 'Tell us about an event' : 'Share some news'}
        </h1>
        {isLimited ? null : (
          <p>No account needed. {isEvent ? 'It takes about two minutes.' : 'A few lines are enough.'}</p>
        )}
      </header>
      {result || by ? null : <KindSwitch kind={kind} />}
      <form method="post" action="/submit" encType="multipart/form-data" noValidate={result !== undefined}>
        <WhyNotSent result={result} />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="opened" value={token} />
        <input type="hidden" name="by" value={by ?? ''} />
        <input name="website" autoComplete="off" tabIndex={-1} hidden />
        <SuggestionInputs kind={kind} values={result?.values} problems={problems} />
        <Extras values={result?.values} problems={problems} />
        {by ? null : (
          <Input
            spec={{
              name: 'from',
              label: 'Your email',
              kind: 'email',
              required: false,
              hint: 'So we can ask questions and tell you when it’s published',
              fill: 'email',
            }}
            value={result?.values.from}
            problem={problems.from}
          />
        )}
        <p className="actions">
          <button type="submit" className="button button--primary">
            {isLimited ? 'Try again' : 'Send'}
          </button>
          {isLimited && email ? (
            <a href={`mailto:${email}`}>Email the editors instead</a>
          ) : (
            <a href={isEvent ? '/events' : '/news'}>{isEvent ? 'Back to events' : 'Back to news'}</a>
          )}
        </p>
        <p className="small muted mt">
          {isAllRead
            ? 'An editor reads everything before it appears.'
            : 'An editor reads it before it appears, unless it’s an event from someone whose events we know.'}{' '}
          We use your email address only for this. It’s never shown or used for the newsletter, and it’s
          deleted after 90 days. <a href="/privacyPolicy">Privacy Policy</a>
        </p>
      </form>
    </>
  );
}

function KindSwitch({ kind }: { kind: SuggestionKind }) {
  return (
    <div className="mb">
      <nav className="segmented" aria-label="What do you want to send?">
        <a href="/submit" aria-current={kind === 'event' ? 'page' : undefined}>
          An event
        </a>
        <a href="/submit?kind=news" aria-current={kind === 'news' ? 'page' : undefined}>
          News
        </a>
      </nav>
    </div>
  );
}

function WhyNotSent({ result }: { result: SubmitResult | undefined }) {
  if (!result) return null;
  const count = Object.keys(result.problems).length;
  if (result.step === 'limit')
    return (
      <Alert tone="danger">
        <p>
          Not sent. Too many submissions came from your network.
          <br />
          It may not be you: libraries and schools often share one connection. What you wrote is saved below.
        </p>
      </Alert>
    );
  if (result.reason !== undefined)
    return (
      <Alert tone="danger">
        <p>{result.reason} Nothing you typed was lost.</p>
      </Alert>
    );
  return (
    <Alert tone="danger">
      <p>
        {count === 1 ? 'One thing needs a change.' : `${count} things need a change.`} Nothing you typed was
        lost.
      </p>
    </Alert>
  );
}

type InputsProps = {
  kind: SuggestionKind;
  values: SuggestionValues | undefined;
  problems: FieldProblems;
};

/** The fields that say what it is about. */
export function SuggestionInputs({ kind, values, problems }: InputsProps) {
  const isEvent = kind === 'event';
  const input = (spec: FieldSpec & { name: keyof SuggestionValues }) => (
    <Input spec={spec} value={values?.[spec.name]} problem={problems[spec.name]} />
  );
  return (
    <>
      {input(
        isEvent
          ? { name: 'title', label: 'What’s it called?', kind: 'line', required: true }
          : { name: 'title', label: 'What happened?', kind: 'line', required: true, hint: 'One sentence' },
      )}
      {isEvent ? (
        <>
          <div className="fields">
            {input({ name: 'eventDate', label: 'Date', kind: 'date', required: true })}
            {input({
              name: 'eventTime',
              label: 'Time',
              kind: 'time',
              required: true,
              hint: 'When it starts',
            })}
          </div>
          {input({
            name: 'eventLocation',
            label: 'Where?',
            kind: 'line',
            required: true,
            hint: 'Place and street, as you’d tell a neighbor',
          })}
        </>
      ) : null}
      {input({
        name: 'description',
        label: isEvent ? 'What should people know?' : 'Tell us in your own words',
        kind: 'text',
        required: true,
        rows: 5,
        hint: isEvent
          ? 'Who it’s for, what it costs, what to bring'
          : 'Who, what, where and when. How do you know?',
      })}
    </>
  );
}

/** What few people add: open when something was typed or is wrong in it. */
function Extras({ values, problems }: Omit<InputsProps, 'kind'>) {
  const isOpen = Boolean(values?.link || values?.alt || problems.link || problems.picture || problems.alt);
  return (
    <details className="fold" open={isOpen}>
      <summary>Add a picture or a web page</summary>
      <div className="fold__body">
        <LinkInput value={values?.link} problem={problems.link} />
        <fieldset className="field">
          <legend>
            Picture <span className="optional">(optional)</span>
          </legend>
          <span className="hint" id="picture-hint">
            One you have the right to share. Up to 20 MB. We remove location and date details.
          </span>
          <Problem name="picture" problem={problems.picture} />
          <input
            className="input"
            id="picture"
            name="picture"
            type="file"
            accept="image/*"
            aria-label="Picture"
            aria-describedby={problems.picture ? 'picture-hint picture-error' : 'picture-hint'}
            aria-invalid={problems.picture ? true : undefined}
          />
        </fieldset>
        <Input
          spec={{
            name: 'alt',
            label: 'Describe the picture',
            kind: 'line',
            required: false,
            hint: 'For neighbors who can’t see it',
          }}
          value={values?.alt}
          problem={problems.alt}
        />
      </div>
    </details>
  );
}

export function LinkInput({ value, problem }: { value: string | undefined; problem: string | undefined }) {
  return (
    <Input
      spec={{ name: 'link', label: 'Web page', kind: 'url', required: false }}
      value={value}
      problem={problem}
    />
  );
}

const types: Record<string, string> = {
  line: 'text',
  url: 'url',
  email: 'email',
  date: 'date',
  time: 'time',
};

type InputProps = { spec: FieldSpec; value: string | undefined; problem: string | undefined };

/** A labeled input. A time that was typed in words stays as it is. */
function Input({ spec, value = '', problem }: InputProps) {
  const { name, kind, label, required, hint } = spec;
  const described = [hint ? `${name}-hint` : '', problem ? `${name}-error` : ''].filter(Boolean).join(' ');
  const shared = {
    id: name,
    name,
    className: 'input',
    required,
    defaultValue: value,
    'aria-describedby': described || undefined,
    'aria-invalid': problem ? (true as const) : undefined,
  };
  const isOddTime = kind === 'time' && value !== '' && !/^\d\d:\d\d$/.test(value);
  const isOddDate = kind === 'date' && value !== '' && !/^\d{4}-\d\d-\d\d$/.test(value);
  return (
    <div className="field">
      <label htmlFor={name}>
        {label}
        {required ? null : <Optional />}
      </label>
      {hint ? (
        <span className="hint" id={`${name}-hint`}>
          {hint}
        </span>
      ) : null}
      <Problem name={name} problem={problem} />
      {kind === 'text' ? (
        <textarea {...shared} rows={spec.rows} />
      ) : (
        <input {...shared} type={isOddTime || isOddDate ? 'text' : types[kind]} autoComplete={spec.fill} />
      )}
    </div>
  );
}

function Optional(): ReactNode {
  return (
    <>
      {' '}
      <span className="optional">(optional)</span>
    </>
  );
}

function Problem({ name, problem }: { name: string; problem: string | undefined }) {
  if (!problem) return null;
  return (
    <span className="error" id={`${name}-error`}>
      {problem}
    </span>
  );
}
