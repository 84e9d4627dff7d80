import { useEffect, useState } from 'react';
import type { ComposerPage } from '#app/newsletter/pages/composer/load-composer.server.ts';
import { describedBy, FieldHints } from '#app/platform/ui/field-notes.tsx';
import { clockTimeOf } from './plan-words.ts';

type SendProps = { page: ComposerPage; when: string; problem: string | undefined };

/** Who will get the issue, and when. */
export function SendPanel({ page, when, problem }: SendProps) {
  const { forecast, scheduledFor, whenHint, isEmpty } = page;
  return (
    <section className="panel field" aria-labelledby="send-heading">
      <h2 id="send-heading">Send this issue</h2>
      <p>
        <strong className="num">{forecast.willGet}</strong> will get it.
      </p>
      {forecast.others.length === 0 ? null : (
        <details className="fold">
          <summary>Who won’t get it, and why</summary>
          <dl className="facts facts--quiet fold__body">
            {forecast.others.map(({ count, words }) => [
              <dt key={`${words} count`}>{count}</dt>,
              <dd key={words}>{words}</dd>,
            ])}
          </dl>
        </details>
      )}
      {isEmpty ? <p className="small muted">An issue with nothing in it can’t be sent.</p> : null}
      <WhenField when={when} hint={whenHint} problem={problem} />
      <div className="actions">
        <ScheduleButton when={when} locale={page.locale} isAgain={scheduledFor !== null} />
        <button type="submit" className="button" name="do" value="send">
          Send now
        </button>
        {scheduledFor === null ? null : (
          <button type="submit" className="button" name="do" value="unschedule">
            Unschedule
          </button>
        )}
        <button type="submit" className="button" name="do" value="save">
          {scheduledFor === null ? 'Save draft' : 'Save'}
        </button>
      </div>
    </section>
  );
}

function WhenField({ when, hint, problem }: Omit<SendProps, 'page'> & { hint: string }) {
  const field = { name: 'when', hint };
  return (
    <div className="field">
      <label htmlFor="when">Send at</label>
      <FieldHints spec={field} problem={problem} />
      <input
        className="input"
        id="when"
        name="when"
        type="datetime-local"
        defaultValue={when}
        aria-describedby={describedBy(field, problem)}
        aria-invalid={problem ? true : undefined}
      />
    </div>
  );
}

type ScheduleProps = { when: string; locale: string; isAgain: boolean };

/** With JavaScript, it says for which time: without, it could be another one than what is typed. */
function ScheduleButton({ when, locale, isAgain }: ScheduleProps) {
  const [time, setTime] = useState('');
  useEffect(() => {
    const input = document.getElementById('when');
    const show = () =>
      setTime(input instanceof HTMLInputElement ? clockTimeOf(input.value.slice(11), locale) : '');
    show();
    input?.addEventListener('input', show);
    return () => input?.removeEventListener('input', show);
  }, [locale]);
  const word = isAgain ? 'Reschedule' : 'Schedule';
  return (
    <button type="submit" className="button button--primary" name="do" value="schedule" data-when={when}>
      {time ? `${word} for ${time}` : word}
    </button>
  );
}
