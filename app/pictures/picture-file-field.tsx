import { ACCEPTED_TYPES } from '#app/media/accepted-types.ts';

type PictureFileFieldProps = {
  hint: string;
  /** '' without one. */
  problem: string | undefined;
  multiple?: boolean;
  required?: boolean;
};

/** The field 'Picture', from which a form sends files. */
export function PictureFileField({ hint, problem, ...input }: PictureFileFieldProps) {
  return (
    <div className="field">
      <label htmlFor="file">Picture</label>
      <span className="hint" id="file-hint">
        {hint}
      </span>
      {problem ? (
        <span className="error" id="file-error">
          {problem}
        </span>
      ) : null}
      <input
        {...input}
        className="input"
        id="file"
        name="file"
        type="file"
        accept={ACCEPTED_TYPES}
        aria-describedby={problem ? 'file-hint file-error' : 'file-hint'}
        aria-invalid={problem ? true : undefined}
      />
    </div>
  );
}
