import type { PictureChoice } from '#app/items/text/lead-picture.server.ts';
import type { FieldProblems, FieldSpec, FormValues } from '#app/platform/forms/field-spec.ts';

/** What the field of a picture is given. */
export type PictureFieldProps = {
  spec: FieldSpec;
  /** All that was typed into the form, if it was sent, and what is wrong with it. */
  values: FormValues;
  problems: FieldProblems;
  /** The picture that the field has; null for none. */
  picture: PictureChoice | null;
};
