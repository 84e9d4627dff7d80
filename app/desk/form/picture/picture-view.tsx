import type { ReactNode, Ref } from 'react';
import type { FieldSpec } from '#app/platform/forms/field-spec.ts';
import { FieldHints } from '#app/platform/ui/field-notes.tsx';

type PictureViewProps = {
  spec: FieldSpec;
  problem: string | undefined;
  /** There is no picture yet: the label belongs to the file input. */
  isPicking: boolean;
  place: Ref<HTMLFieldSetElement>;
  children: ReactNode;
};

/** The frame of a picture's field: its label, its hint and its problem. */
export function PictureView({ spec, problem, isPicking, place, children }: PictureViewProps) {
  const { name, label } = spec;
  return (
    <fieldset className="picture-field" id={name} tabIndex={-1} ref={place}>
      <legend>
        {isPicking ? (
          <>
            <label htmlFor={`${name}-file`}>{label}</label> <span className="optional">(optional)</span>
          </>
        ) : (
          label
        )}
      </legend>
      <FieldHints spec={spec} problem={problem} />
      {children}
    </fieldset>
  );
}

type PictureButtonProps = {
  name: 'choose' | 'remove';
  /** The name of the picture's field. */
  field: string;
  /** The script has arrived: the button does not send the form. */
  isLive: boolean;
  className?: string;
  onPress: () => void;
  children: ReactNode;
};

/** A button that saves the form and leads to a page, or with JavaScript only calls `onPress`. */
export function PictureButton({ name, field, isLive, className, onPress, children }: PictureButtonProps) {
  return (
    <button
      type={isLive ? 'button' : 'submit'}
      name={name}
      value={field}
      className={className}
      onClick={isLive ? onPress : undefined}
    >
      {children}
    </button>
  );
}
