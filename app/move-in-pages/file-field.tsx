import { sizeWords } from '#app/ui/upload-form.tsx';
import type { FileField } from './systems.ts';

type FileInputProps = {
  field: FileField;
  /** The files of this field that are on the server already. */
  kept: { name: string; bytes: number }[];
  problem: string | undefined;
};

/** An input for files, with its hint, its problem, and what was uploaded before. */
export function FileInput({ field, kept, problem }: FileInputProps) {
  const { name, label, hint, accept, required, multiple } = field;
  const notes = [`${name}-hint`, problem ? `${name}-error` : '', kept.length > 0 ? `${name}-kept` : ''];
  return (
    <div className="field">
      <label htmlFor={name}>
        {label}
        {required ? null : (
          <>
            {' '}
            <span className="optional">(optional)</span>
          </>
        )}
      </label>
      <span className="hint" id={`${name}-hint`}>
        {hint}
      </span>
      {problem ? (
        <span className="error" id={`${name}-error`}>
          {problem}
        </span>
      ) : null}
      {kept.length > 0 ? (
        <span className="hint" id={`${name}-kept`}>
          {kept.map((file) => `${file.name} (${sizeWords(file.bytes)})`).join(', ')}: already uploaded. Choose
          again only to replace it.
        </span>
      ) : null}
      <input
        className="input"
        id={name}
        name={name}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-describedby={notes.filter(Boolean).join(' ')}
        aria-invalid={problem ? true : undefined}
      />
    </div>
  );
}
