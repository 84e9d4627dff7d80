import type { MouseEvent } from 'react';
import { type FieldProblems, type FieldSpec, type FormSpec, fieldsOf } from '#app/forms/field-spec.ts';

/** Every field that has a problem, as a link to it. */
export function ProblemList({ spec, problems }: { spec: FormSpec; problems: FieldProblems }) {
  const fields = fieldsOf(spec).filter(({ name }) => problems[name]);
  if (fields.length === 0) return null;
  return (
    <>
      <p>Please correct {fields.length === 1 ? '1 field' : `${fields.length} fields`}.</p>
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
