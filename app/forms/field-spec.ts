/**
 * How a field is typed by a person. 'datetime' and 'date' are the town's wall clock, 'options' several lines of one name,
 * 'choice' one of the field's `choices`, 'check' yes or no.
 */
export type FieldKind =
  | 'id'
  | 'line'
  | 'text'
  | 'url'
  | 'email'
  | 'tel'
  | 'datetime'
  | 'date'
  | 'html'
  | 'options'
  | 'choice'
  | 'number'
  | 'check';

/** One field of a form. `name` is the specification's field name, `label` plain words. */
export type FieldSpec = {
  name: string;
  label: string;
  kind: FieldKind;
  required: boolean;
  hint?: string;
  /** Of a 'choice' those there are; of a line what is suggested. */
  choices?: Choice[];
  /** Rarely changed, and prefilled: folded away under Details. */
  isDetail?: true;
};

/** What can be chosen, and how it reads. */
export type Choice = { value: string; label: string };

/** Rows of fields; fields that share a row stand side by side where there is room. */
export type FormSpec = FieldSpec[][];

/** What was typed, by field name: as it came, so that it can be shown again unchanged. */
export type FormValues = Record<string, string | string[]>;

/** A sentence beside a field, by field name. */
export type FieldProblems = Record<string, string>;

export function fieldsOf(spec: FormSpec): FieldSpec[] {
  return spec.flat();
}
