import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { fileInputOf } from '#app/forms/picture-fields.ts';
import { ACCEPTED_TYPES } from '#app/media/accepted-types.ts';
import { FieldNotes } from '#app/ui/field-notes.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { isUndescribed } from '#app/ui/undescribed.ts';
import type { PictureFieldProps } from './picture-field-props.ts';

type PictureViewProps = PictureFieldProps & {
  place: Ref<HTMLFieldSetElement>;
  input: Ref<HTMLInputElement>;
  /** The script has arrived: buttons and files don’t send the form. */
  isLive: boolean;
  onChoose: () => void;
  onRemove: () => void;
  /** What is below the chosen picture's name. */
  words: ReactNode;
  /** Around the file input. */
  box: (field: ReactNode) => ReactNode;
  children: ReactNode;
};

/** The field of a picture. */
export function PictureView({
  spec,
  problem,
  picture,
  place,
  input,
  words,
  box,
  children,
  ...on
}: PictureViewProps) {
  const { name, label } = spec;
  const file = (
    <div className="field">
      <label htmlFor={`${name}-file`}>Picture</label>
      <span className="hint" id={`${name}-file-hint`}>
        {picture ? 'Another one instead. ' : ''}JPEG, PNG, WebP, AVIF or GIF, up to 20 MB.
      </span>
      <input
        className="input"
        id={`${name}-file`}
        name={on.isLive ? undefined : fileInputOf(name)}
        type="file"
        accept={ACCEPTED_TYPES}
        aria-describedby={`${name}-file-hint`}
      />
    </div>
  );
  return (
    <fieldset className="panel panel--plain stack" id={name} tabIndex={-1} ref={place}>
      <legend>{label}</legend>
      <FieldNotes spec={spec} problem={problem} />
      {/* Not of type hidden: a form notices when it changes. */}
      <input type="text" hidden name={name} defaultValue={picture?.id ?? ''} ref={input} />
      <div className={picture ? 'leadpic' : undefined}>
        {picture ? (
          <img
            src={picture.src}
            alt={`Current picture: ${picture.alt || picture.name}`}
            className={spec.isMark ? 'whole' : picture.focus}
            width="640"
            height="427"
          />
        ) : null}
        <div className="stack">
          <p className="cluster">
            <PictureButton name="choose" field={name} onPress={on.onChoose} isLive={on.isLive}>
              <Icon name="image" />
              {picture ? 'Change picture' : 'Choose from the library'}
            </PictureButton>
            {picture ? (
              <PictureButton name="remove" field={name} onPress={on.onRemove} isLive={on.isLive}>
                Remove<span className="vh"> the picture</span>
              </PictureButton>
            ) : null}
          </p>
          {picture ? <ChosenFacts picture={picture} needsWords={!spec.isMark} isLive={on.isLive} /> : null}
          {words}
        </div>
      </div>
      {box(file)}
      {children}
    </fieldset>
  );
}

type PictureButtonProps = {
  name: string;
  field: string;
  isLive: boolean;
  onPress: () => void;
  children: ReactNode;
};

function PictureButton({ name, field, isLive, onPress, children }: PictureButtonProps) {
  return (
    <button
      type={isLive ? 'button' : 'submit'}
      name={name}
      value={field}
      className="button button--small"
      onClick={isLive ? onPress : undefined}
    >
      {children}
    </button>
  );
}

type ChosenFactsProps = {
  picture: NonNullable<PictureFieldProps['picture']>;
  needsWords: boolean;
  isLive: boolean;
};

function ChosenFacts({ picture, needsWords, isLive }: ChosenFactsProps) {
  const address = `/admin/pictures/${picture.id}`;
  return (
    <p className="small">
      <Link to={address}>{picture.name}</Link>{' '}
      {needsWords && isUndescribed(picture) ? (
        <>
          <span className="badge is-warning">No alternative text</span>{' '}
          {isLive ? 'Describe the picture, or mark it as decorative.' : <Link to={address}>Add it</Link>}
        </>
      ) : null}
    </p>
  );
}
