import { type ReactNode, useState } from 'react';
import { sizeWords } from './size-words.ts';

export type FileFieldProps = {
  name?: string;
  label: string;
  hint: ReactNode;
  /** What the browser's dialog shows first. */
  accept: string;
  /** A larger file is named as soon as it is chosen; the server refuses it in any case. */
  maxBytes?: number;
  problem?: string | undefined;
  /** More about the field, such as what was uploaded before. */
  note?: ReactNode;
  required?: boolean;
  isOptional?: boolean;
  multiple?: boolean | undefined;
};

/** An input for files, with its hint and its problem above it, connected for assistive technology. */
export function FileField({
  name = 'file',
  label,
  hint,
  maxBytes = Number.POSITIVE_INFINITY,
  problem,
  note,
  isOptional = false,
  ...input
}: FileFieldProps) {
  const [large, setLarge] = useState('');
  const error = large || problem;
  const notes = [`${name}-hint`, error ? `${name}-error` : '', note ? `${name}-note` : ''];
  return (
    <div className="field">
      <label htmlFor={name}>
        {label}
        {isOptional ? <span className="optional"> (optional)</span> : null}
      </label>
      <span className="hint" id={`${name}-hint`}>
        {hint}
      </span>
      {error ? (
        <span className="error" id={`${name}-error`}>
          {error}
        </span>
      ) : null}
      {note ? (
        <span className="hint" id={`${name}-note`}>
          {note}
        </span>
      ) : null}
      <input
        {...input}
        className="input"
        id={name}
        name={name}
        type="file"
        aria-describedby={notes.filter(Boolean).join(' ')}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => setLarge(findLarge([...(target.files ?? [])], maxBytes))}
      />
    </div>
  );
}

function findLarge(files: File[], maxBytes: number): string {
  const large = files.find(({ size }) => size > maxBytes);
  return large ? `${large.name} is larger than ${sizeWords(maxBytes)}` : '';
}
