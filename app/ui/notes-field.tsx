import type { FieldSpec } from '#app/forms/field-spec.ts';
import { type Note, pairNotes } from '#app/forms/notes.ts';
import { describedBy, FieldNotes } from './field-notes.tsx';

type NotesFieldProps = { spec: FieldSpec; values: string[]; problem: string | undefined };

/** Dated notes, each with its text and its date, and after them the inputs for a new one. */
export function NotesField({ spec, values, problem }: NotesFieldProps) {
  const notes = pairNotes(values).filter(({ text, date }) => text !== '' || date !== '');
  return (
    <fieldset className="field" aria-describedby={describedBy(spec, problem)}>
      <legend>{spec.label}s</legend>
      <FieldNotes spec={spec} problem={problem} />
      {[...notes, { text: '', date: '' }].map((note, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes are never moved while the form is open
        <NoteInputs key={place} spec={spec} note={note} place={place} isNew={place === notes.length} />
      ))}
    </fieldset>
  );
}

type NoteInputsProps = { spec: FieldSpec; note: Note; place: number; isNew: boolean };

function NoteInputs({ spec: { name, label }, note, place, isNew }: NoteInputsProps) {
  const id = isNew ? name : `${name}-${place + 1}`;
  return (
    <div className="fields">
      <div className="field">
        <label htmlFor={id}>
          {isNew ? label : `${label} ${place + 1}`}{' '}
          {isNew ? <span className="optional">(optional)</span> : null}
        </label>
        <textarea className="input" id={id} name={name} rows={2} defaultValue={note.text} />
      </div>
      <div className="field">
        <label htmlFor={`${id}-date`}>{isNew ? 'Date, now if empty' : `Date ${place + 1}`}</label>
        <input
          className="input"
          id={`${id}-date`}
          name={name}
          type="datetime-local"
          defaultValue={note.date}
        />
      </div>
    </div>
  );
}
