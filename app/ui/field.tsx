import type { FieldSpec } from '#app/forms/field-spec.ts';
import { describedBy, FieldNotes } from './field-notes.tsx';
import { OptionsField } from './options-field.tsx';
import { RichTextField } from './rich-text-field.tsx';

type FieldProps = { spec: FieldSpec; value: string | string[]; problem: string | undefined };

/** A labelled input with its hint and its problem, tied to it for assistive technology. */
export function Field({ spec, value, problem }: FieldProps) {
  if (spec.kind === 'options') return <OptionsField spec={spec} texts={[value].flat()} problem={problem} />;
  return (
    <div className="field">
      <FieldLabel spec={spec} />
      <FieldNotes spec={spec} problem={problem} />
      <FieldInput spec={spec} value={String(value)} problem={problem} />
    </div>
  );
}

function FieldLabel({ spec }: { spec: FieldSpec }) {
  return (
    <label htmlFor={spec.name} id={`${spec.name}-label`}>
      {spec.label}
      {spec.required ? null : (
        <>
          {' '}
          <span className="optional">(optional)</span>
        </>
      )}
    </label>
  );
}

const inputTypes = {
  id: 'text',
  line: 'text',
  url: 'url',
  email: 'email',
  tel: 'tel',
  datetime: 'datetime-local',
  date: 'date',
} as const;

function FieldInput({
  spec,
  value,
  problem,
}: {
  spec: FieldSpec;
  value: string;
  problem: string | undefined;
}) {
  const shared = {
    id: spec.name,
    name: spec.name,
    className: 'input',
    required: spec.required,
    defaultValue: value,
    'aria-describedby': describedBy(spec, problem),
    'aria-invalid': problem ? true : undefined,
  };
  if (spec.kind === 'html') return <RichTextField {...shared} labelId={`${spec.name}-label`} />;
  if (spec.kind === 'text') return <textarea {...shared} rows={4} />;
  return (
    <input
      {...shared}
      type={inputTypes[spec.kind as keyof typeof inputTypes]}
      readOnly={spec.kind === 'id'}
    />
  );
}
