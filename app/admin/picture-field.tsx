import { createContext, useContext } from 'react';
import type { FieldSpec } from '#app/forms/field-spec.ts';
import { ACCEPTED_TYPES } from '#app/media/picture-limits.ts';
import { describedBy, FieldNotes } from '#app/ui/field-notes.tsx';
import { Picture, type ShownPicture } from '#app/ui/picture.tsx';

/** A picture that the form offers, with its file's name. */
export type PictureChoice = ShownPicture & { name: string };

/** The pictures that the form offers. */
export const PictureChoices = createContext<PictureChoice[]>([]);

type PictureFieldProps = { spec: FieldSpec; value: string; problem: string | undefined };

/** The lead picture: a new file, which the form brings along, one of the newest of the library, or none. */
export function PictureField({ spec, value, problem }: PictureFieldProps) {
  const pictures = useContext(PictureChoices);
  const file = `${spec.name}-file`;
  return (
    <div className="field">
      <label htmlFor={file}>
        {spec.label} <span className="optional">(optional)</span>
      </label>
      <FieldNotes spec={spec} problem={problem} />
      <input
        className="input"
        id={file}
        name="file"
        type="file"
        accept={ACCEPTED_TYPES}
        aria-describedby={describedBy(spec, problem)}
        aria-invalid={problem ? true : undefined}
      />
      {value !== '' && !pictures.some(({ id }) => id === value) ? (
        <label className="check">
          <input type="radio" name={spec.name} value={value} defaultChecked />
          <span>The picture that you just uploaded</span>
        </label>
      ) : null}
      {pictures.length > 0 ? (
        <details className="fold mt" open={value !== ''}>
          <summary>Choose from the library</summary>
          <fieldset className="fold__body">
            <legend className="vh">Choose from the library</legend>
            <label className="check">
              <input type="radio" name={spec.name} value="" defaultChecked={value === ''} />
              <span>No picture from the library</span>
            </label>
            <ul className="shelf mt">
              {pictures.map((picture) => (
                <li className="pic" key={picture.id}>
                  <Picture picture={{ ...picture, alt: '' }} sizes="10.5rem" />
                  <label className="name">
                    <input
                      type="radio"
                      name={spec.name}
                      value={picture.id}
                      defaultChecked={picture.id === value}
                    />
                    {picture.name}
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        </details>
      ) : null}
    </div>
  );
}
