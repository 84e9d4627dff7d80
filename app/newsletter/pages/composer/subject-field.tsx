import { useState } from 'react';
import { describedBy, FieldHints } from '#app/platform/ui/field-notes.tsx';

/** About as much as the inbox of a phone shows. */
const SHOWN = 40;

type SubjectProps = {
  value: string;
  /** The subject that is written automatically, null if it is not. `PreviewPane` keeps it up to date. */
  automatic: string | null;
  problem: string | undefined;
  locale: string;
};

/** The subject, and how long it is; with JavaScript, while it is typed. */
export function SubjectField({ value, automatic, problem, locale }: SubjectProps) {
  const [length, setLength] = useState([...value].length);
  const count = new Intl.NumberFormat(locale).format(length);
  const field = {
    name: 'subject',
    hint: `${length === 1 ? '1 character' : `${count} characters`}. Phones show about ${SHOWN}. Leave it empty to use the first headline.`,
  };
  return (
    <div className="field">
      <label htmlFor="subject">Subject</label>
      <FieldHints spec={field} problem={problem} />
      {automatic === null ? null : <input type="hidden" name="automatic" defaultValue={automatic} />}
      <input
        className="input"
        id="subject"
        name="subject"
        type="text"
        defaultValue={value}
        aria-describedby={describedBy(field, problem)}
        aria-invalid={problem ? true : undefined}
        onInput={({ currentTarget }) => setLength([...currentTarget.value].length)}
      />
    </div>
  );
}
