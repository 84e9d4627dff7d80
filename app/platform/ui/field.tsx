import type { ComponentProps } from 'react';
import type { Choice, FieldSpec } from '#app/platform/forms/field-spec.ts';
import { pairNotes } from '#app/platform/forms/notes.ts';
import { RichTextField } from '#app/platform/ui/editor/rich-text-field.tsx';
import { describedBy, FieldHints } from './field-notes.tsx';
import { OptionsField } from './options-field.tsx';

type FieldProps = { spec: FieldSpec; value: string | string[]; problem: string | undefined };

/** A labeled input with its hint and its problem, connected for assistive technology. */
export function Field({ spec, value, problem }: FieldProps) {
  if (spec.kind === 'options') return <OptionsField spec={spec} texts={[value].flat()} problem={problem} />;
  if (spec.kind === 'notes') return <NotesField spec={spec} value={value} problem={problem} />;
  if (spec.kind === 'radio') return <RadioField spec={spec} value={String(value)} problem={problem} />;
  if (spec.kind === 'check') return <CheckField spec={spec} value={String(value)} problem={problem} />;
  return (
    <div className="field">
      <FieldLabel spec={spec} />
      <FieldHints spec={spec} problem={problem} />
      <FieldInput spec={spec} value={String(value)} problem={problem} />
    </div>
  );
}

function FieldLabel({ spec }: { spec: FieldSpec }) {
  return (
    <label htmlFor={spec.id ?? spec.name} id={`${spec.id ?? spec.name}-label`}>
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
  time: 'time',
  number: 'number',
  password: 'password',
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
    id: spec.id ?? spec.name,
    name: spec.name,
    className: 'input',
    required: spec.required,
    defaultValue: value,
    'aria-describedby': describedBy(spec, problem),
    'aria-invalid': problem ? true : undefined,
  };
  if (spec.kind === 'html') return <RichTextField {...shared} labelId={`${spec.name}-label`} />;
  if (spec.kind === 'choice') return <ChoiceInput {...shared} choices={spec.choices ?? []} />;
  if (spec.kind === 'text') return <textarea {...shared} rows={spec.rows ?? 4} />;
  return (
    <SuggestedInput
      {...shared}
      choices={spec.choices}
      type={inputTypes[spec.kind as keyof typeof inputTypes]}
      min={spec.kind === 'number' ? 1 : undefined}
      readOnly={spec.kind === 'id'}
    />
  );
}

type SuggestedInputProps = ComponentProps<'input'> & { choices: Choice[] | undefined };

/** An input with suggestions in a searchable list. */
function SuggestedInput({ choices, ...input }: SuggestedInputProps) {
  if (!choices) return <input {...input} />;
  const list = `${input.id}-choices`;
  return (
    <>
      <input {...input} list={list} />
      <datalist id={list}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value} label={label === value ? undefined : label} />
        ))}
      </datalist>
    </>
  );
}

type ChoiceInputProps = ComponentProps<'select'> & { choices: Choice[] };

function ChoiceInput({ choices, ...select }: ChoiceInputProps) {
  return (
    // There is always a choice: HTML allows `required` only with an empty first option.
    <select {...select} required={undefined}>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function RadioField({ spec, value, problem }: CheckFieldProps) {
  const { name, label, choices = [] } = spec;
  return (
    <fieldset className="field" id={name} aria-describedby={describedBy(spec, problem)}>
      <legend>{label}</legend>
      <FieldHints spec={spec} problem={problem} />
      {choices.map((choice) => (
        <label className="check" key={choice.value}>
          <input type="radio" name={name} value={choice.value} defaultChecked={choice.value === value} />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

type CheckFieldProps = { spec: FieldSpec; value: string; problem: string | undefined };

function CheckField({ spec, value, problem }: CheckFieldProps) {
  return (
    <div className="field">
      <FieldHints spec={spec} problem={problem} />
      <label className="check">
        <input
          type="checkbox"
          id={spec.name}
          name={spec.name}
          value="true"
          defaultChecked={value === 'true'}
          aria-describedby={describedBy(spec, problem)}
          aria-invalid={problem ? true : undefined}
        />
        <span>{spec.label}</span>
      </label>
    </div>
  );
}

/** Dated notes, each with its text and its date, and after them the inputs for a new one. */
function NotesField({ spec, value, problem }: FieldProps) {
  const { name, label } = spec;
  const notes = pairNotes([value].flat()).filter(({ text, date }) => text || date);
  return (
    <fieldset className="field" aria-describedby={describedBy(spec, problem)}>
      <legend>{label}s</legend>
      <FieldHints spec={spec} problem={problem} />
      {[...notes, { text: '', date: '' }].map((note, place) => {
        const which = place < notes.length ? ` ${place + 1}` : '';
        const id = name + place;
        return (
          <div className="fields" key={id}>
            <Field
              spec={{
                name,
                id: which ? id : name,
                label: label + which,
                kind: 'text',
                rows: 2,
                required: false,
              }}
              value={note.text}
              problem={undefined}
            />
            <Field
              spec={{
                name,
                id: `${id}-date`,
                label: `Date${which}`,
                kind: 'datetime',
                required: which !== '',
              }}
              value={note.date}
              problem={undefined}
            />
          </div>
        );
      })}
    </fieldset>
  );
}
