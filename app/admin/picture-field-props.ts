import type { PictureChoice } from '#app/content/lead-picture.server.ts';
import type { FieldSpec } from '#app/forms/field-spec.ts';

/** What the field of a picture is given. */
export type PictureFieldProps = {
  spec: FieldSpec;
  problem: string | undefined;
  /** The picture that the field has; null for none. */
  picture: PictureChoice | null;
};
