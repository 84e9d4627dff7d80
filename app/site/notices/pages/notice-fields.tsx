import { type FormEvent, useState } from 'react';
import { Form } from 'react-router';
import type { FieldProblems } from '#app/platform/forms/field-spec.ts';
import { describedBy, FieldHints } from '#app/platform/ui/field-notes.tsx';
import { FormActions } from '#app/platform/ui/form-actions.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import noticeStyles from '#app/platform/ui/styles/notices.css?url';
import { NoticeBand, type ShownNotice } from '#app/site/frame/notice-bands.tsx';
import { kindWords, MOST_CHARACTERS, type NoticeKind, noticeKinds } from '#app/town/notices/notice.ts';
import type { EndChoice } from '../notice-times.ts';
import type { NoticeValues } from '../notice-values.ts';

const hints: Record<NoticeKind, string> = {
  danger: 'Safety is at risk. Act now',
  warning: 'Get ready. Plans may change',
  closed: 'A road, school or office',
  information: 'Good to know',
};

type NoticeFieldsProps = {
  values: NoticeValues;
  problems: FieldProblems;
  ends: EndChoice[];
  zone: string;
  /** Whether it has not started, so that its start can be chosen. */
  canStartLater: boolean;
  emailHint: string;
  submit: string;
};

/** The form of a notice, with what readers will see beside it. */
export function NoticeFields({
  values,
  problems,
  ends,
  zone,
  canStartLater,
  emailHint,
  submit,
}: NoticeFieldsProps) {
  const [typed, setTyped] = useState(values);
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const data = new FormData(event.currentTarget);
    setTyped(
      (old) =>
        Object.fromEntries(
          Object.keys(old).map((name) => [name, String(data.get(name) ?? '')]),
        ) as NoticeValues,
    );
  };
  return (
    <Form method="post" className="compose" noValidate onChange={follow}>
      <div>
        <TextField typed={typed} values={values} problem={problems.text} />
        <fieldset className="field">
          <legend>Kind</legend>
          <FieldHints spec={{ name: 'kind' }} problem={problems.kind} />
          <div className="kinds">
            {noticeKinds.map((kind) => (
              <label className="choice" key={kind}>
                <input type="radio" name="kind" value={kind} defaultChecked={values.kind === kind} />
                <span>
                  {kindWords[kind].label}
                  <span className="hint">{hints[kind]}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <EndFields values={values} problems={problems} ends={ends} zone={zone} />
        {canStartLater ? (
          <details className="fold" open={values.startsAt !== '' || problems.startsAt !== undefined}>
            <summary>Start later</summary>
            <div className="fold__body">
              <TimeField
                name="startsAt"
                label="Starts"
                hint="Now, if empty."
                value={values.startsAt}
                problem={problems.startsAt}
              />
            </div>
          </details>
        ) : null}
        <div className="field">
          <label htmlFor="link">
            Link <span className="optional">(optional)</span>
          </label>
          <FieldHints spec={{ name: 'link' }} problem={problems.link} />
          <input
            className="input"
            id="link"
            name="link"
            type="url"
            defaultValue={values.link}
            aria-describedby={describedBy({ name: 'link' }, problems.link)}
            aria-invalid={problems.link ? true : undefined}
          />
        </div>
        <div className="field">
          <label className="check">
            <input type="checkbox" name="email" value="true" defaultChecked={values.email !== ''} />
            <span>
              Also email it now<span className="hint">{emailHint}</span>
            </span>
          </label>
        </div>
        <FormActions submit={submit} busy="Saving…" cancel="/admin/notices" />
      </div>
      <Preview typed={typed} ends={ends} />
    </Form>
  );
}

function TextField({
  typed,
  values,
  problem,
}: {
  typed: NoticeValues;
  values: NoticeValues;
  problem: string | undefined;
}) {
  const length = [...typed.text.trim()].length;
  const spec = {
    name: 'text',
    hint: `${length} of ${MOST_CHARACTERS} characters. Say what to do first, then why.`,
  };
  return (
    <div className="field">
      <label htmlFor="text">Notice</label>
      <FieldHints spec={spec} problem={problem} />
      <textarea
        className="input"
        id="text"
        name="text"
        rows={4}
        required
        defaultValue={values.text}
        aria-describedby={describedBy(spec, problem)}
        aria-invalid={problem ? true : undefined}
      />
    </div>
  );
}

type EndFieldsProps = Pick<NoticeFieldsProps, 'values' | 'problems' | 'ends' | 'zone'>;

function EndFields({ values, problems, ends, zone }: EndFieldsProps) {
  const all = [...ends, { value: 'other', label: 'Other', time: '' }];
  return (
    <>
      <fieldset className="field">
        <legend>Ends</legend>
        <span className="hint">{`Town time (${zone}). It comes down automatically.`}</span>
        <div className="swatches">
          {all.map(({ value, label, time }) => (
            <label className="swatch" key={value}>
              <input type="radio" name="ends" value={value} defaultChecked={values.ends === value} />
              <span>
                {label} {time ? <span className="muted small">{time}</span> : null}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <TimeField
        name="endsAt"
        label="End time"
        hint="For “Other”."
        value={values.endsAt}
        problem={problems.endsAt}
      />
    </>
  );
}

type TimeFieldProps = {
  name: string;
  label: string;
  hint: string;
  value: string;
  problem: string | undefined;
};

function TimeField({ name, label, hint, value, problem }: TimeFieldProps) {
  const spec = { name, hint };
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <FieldHints spec={spec} problem={problem} />
      <input
        className="input"
        id={name}
        name={name}
        type="datetime-local"
        defaultValue={value}
        aria-describedby={describedBy(spec, problem)}
        aria-invalid={problem ? true : undefined}
      />
    </div>
  );
}

/** What was typed, as a band on the site. */
function Preview({ typed, ends }: { typed: NoticeValues; ends: EndChoice[] }) {
  const kind = noticeKinds.find((one) => one === typed.kind) ?? 'information';
  const quick = ends.find(({ value }) => value === typed.ends);
  const end = quick ? `${quick.label.toLowerCase()}, ${quick.time}` : typed.endsAt.replace('T', ', ') || '…';
  const notice: ShownNotice = {
    ...{ id: 'preview', kind, text: typed.text.trim() || 'Your notice', link: typed.link || null },
    end: { at: '', text: end },
  };
  const { url } = useSite();
  return (
    <section aria-labelledby="preview">
      <link rel="stylesheet" href={noticeStyles} />
      <h2 id="preview" className="mb">
        Preview
      </h2>
      <div className="sample">
        <div className={`notice ${kindWords[kind].tone}`.trim()}>
          <NoticeBand notice={notice} siteUrl={url} />
        </div>
      </div>
      <p className="small muted mt">
        It also goes to the top of the feeds and of the next newsletter, and on paper when a page is printed.
      </p>
    </section>
  );
}
