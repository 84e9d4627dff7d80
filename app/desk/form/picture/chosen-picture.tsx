import { useState } from 'react';
import { Link } from 'react-router';
import type { PictureChoice } from '#app/items/text/lead-picture.server.ts';
import type { FormValues } from '#app/platform/forms/field-spec.ts';
import { seenOf, wordFieldsOf } from '#app/platform/forms/picture-fields.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { focusClassOf } from '#app/platform/media/shown-picture.ts';
import { FocalGrid } from '#app/platform/ui/focal-grid.tsx';
import { PictureWords } from '#app/platform/ui/picture-text-fields.tsx';
import type { PictureFieldProps } from './picture-field-props.ts';
import { PictureButton } from './picture-view.tsx';

type ChosenPictureProps = Omit<PictureFieldProps, 'picture'> & {
  picture: PictureChoice;
  isLive: boolean;
  onChoose: () => void;
  onRemove: () => void;
};

/** The chosen picture, and what is said about it: with the form that is sent, the library gets it. */
export function ChosenPicture({ spec, values, problems, picture, ...on }: ChosenPictureProps) {
  const { name, isMark } = spec;
  const fields = wordFieldsOf(name);
  const said = saidOf(picture, values, name);
  const [focalPoint, setFocalPoint] = useState(said.focalPoint);
  const src = pictureAddress(picture, 640);
  const button = { field: name, isLive: on.isLive, className: 'button button--small' };
  return (
    <>
      <img
        src={src}
        alt={`Current picture: ${picture.alt || picture.name}`}
        className={isMark ? 'whole' : focusClassOf({ ...picture, focalPoint })}
        width="640"
        height="427"
      />
      <div>
        <p className="name">
          <Link to={`/admin/pictures/${picture.id}`}>{picture.name}</Link>
        </p>
        <p className="small muted">{factsOf(picture)}</p>
      </div>
      <p className="rowlinks">
        <PictureButton {...button} name="choose" onPress={on.onChoose}>
          Replace<span className="vh">: {picture.name}</span>
        </PictureButton>
        <PictureButton {...button} name="remove" onPress={on.onRemove}>
          Remove<span className="vh">: {picture.name}</span>
        </PictureButton>
      </p>
      {isMark ? null : (
        <>
          <input type="hidden" name={fields.seen} value={seenOf(picture)} />
          <PictureWords
            field={name}
            words={said}
            problem={problems[fields.alt]}
            missing="Enter alternative text"
            isLive={on.isLive}
          />
          <details className="fold" open={problems[fields.focalPoint] ? true : undefined}>
            <summary>Focal point</summary>
            <fieldset id={fields.focalPoint}>
              <legend className="vh">Focal point, {picture.name}</legend>
              <span className="hint">Every crop keeps this spot in view.</span>
              <FocalGrid
                picture={picture}
                src={src}
                name={fields.focalPoint}
                value={said.focalPoint}
                onChoose={setFocalPoint}
              />
            </fieldset>
          </details>
        </>
      )}
    </>
  );
}

/** What was typed about it, if it is of this picture; otherwise what the library has. */
function saidOf({ alt, decorative, focalPoint }: PictureChoice, values: FormValues, name: string) {
  const fields = wordFieldsOf(name);
  // A new form has no values of these fields.
  if (values[fields.alt] === undefined) return { alt: alt ?? '', decorative, focalPoint };
  return {
    alt: String(values[fields.alt]),
    decorative: values[fields.decorative] === 'true',
    focalPoint: Number(values[fields.focalPoint]) || focalPoint,
  };
}

/** '3600 × 2400, used in 3 places' */
function factsOf({ width, height, uses }: PictureChoice): string {
  const used = uses === 0 ? '' : `, used in ${uses === 1 ? '1 place' : `${uses} places`}`;
  return `${width} × ${height}${used}`;
}
