import type { MouseEvent, ReactNode } from 'react';
import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import {
  type FieldProblems,
  type FieldSpec,
  type FormSpec,
  fieldsOf,
} from '#app/platform/forms/field-spec.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';

type FailedSaveProps = Partial<Omit<FailedForm, 'values'>> & {
  /** Of the fields that `problems` names. */
  spec?: FormSpec;
  /** More about the problem. */
  children?: ReactNode;
};

/** Says that nothing was saved (spec section 8), then why if known, and what to do before trying again. */
export function FailedSave(props: FailedSaveProps) {
  const { reason, warning, isLoggedOut, refusal, spec = [], problems = {}, children } = props;
  if (warning) return <Alert tone="warning">{warning}</Alert>;
  if (refusal)
    return (
      <Alert tone="danger">
        {refusal} Your text was not saved. It is still below, so that you can copy it.
      </Alert>
    );
  return (
    <Alert tone="danger">
      <p>{messages.saveFailed}</p>
      {reason ? <p>{reason}</p> : null}
      {isLoggedOut ? (
        <p>
          You are logged out.{' '}
          <a href="/login" target="_blank" rel="noopener">
            Log in in another tab
          </a>
          , then save again here. Your text is still below.
        </p>
      ) : null}
      <ProblemList spec={spec} problems={problems} />
      {children}
    </Alert>
  );
}

/** What to correct before trying again: every field that has a problem, as a link to it. */
function ProblemList({ spec, problems }: { spec: FormSpec; problems: FieldProblems }) {
  const fields = fieldsOf(spec).filter(({ name }) => problems[name]);
  if (fields.length === 0) return null;
  return (
    <>
      <p>
        {fields.length === 1 ? 'First correct this field:' : `First correct these ${fields.length} fields:`}
      </p>
      <ul className="problems">
        {fields.map((field) => (
          <li key={field.name}>
            <a href={`#${inputIdOf(field)}`} onClick={(event) => focusField(event, inputIdOf(field))}>
              {sayProblem(field, problems[field.name])}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** With the field's label, unless the problem names it: 'Enter a title', 'Event date: Enter a date'. */
function sayProblem({ label }: FieldSpec, problem = ''): string {
  return problem.toLowerCase().includes(label.toLowerCase()) ? problem : `${label}: ${problem}`;
}

function inputIdOf({ name, kind }: FieldSpec): string {
  return kind === 'options' ? `${name}-0` : name;
}

/** With an editor in place of the field, the browser would jump to the hidden textarea. */
function focusField(event: MouseEvent, id: string) {
  const input = document.getElementById(id);
  if (!input) return;
  event.preventDefault();
  const editor = input.closest('.field')?.querySelector<HTMLElement>('.editor [contenteditable="true"]');
  (editor ?? input).focus();
}
