import type { PictureChoice } from '#app/content/lead-picture.server.ts';
import type { FieldSpec } from '#app/forms/field-spec.ts';

/** What the field of a lead picture is given. */
export type PictureFieldProps = {
  spec: FieldSpec;
  problem: string | undefined;
  /** The picture that the item has; null for none. */
  picture: PictureChoice | null;
};
