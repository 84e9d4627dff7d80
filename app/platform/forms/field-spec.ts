/**
 * How a user enters a field. 'datetime', 'date' and 'time' are the town's local time, 'options' several inputs with one name,
 * 'choice' and 'radio' one of the field's `choices`, 'check' yes or no, 'notes' pairs of a text and a date, 'picture' the
 * id of a picture of the library, 'documents' the ids of documents. 'hidden' is what a hidden input or a pressed button says, 'keyed' an input for each of
 * several things, which the part of its name after `name` and '-' names.
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
  | 'time'
  | 'html'
  | 'options'
  | 'choice'
  | 'radio'
  | 'number'
  | 'check'
  | 'notes'
  | 'picture'
  | 'documents'
  | 'password'
  | 'hidden'
  | 'keyed';

/** One field of a form. `name` is the specification's field name, `label` the visible text. */
export type FieldSpec = {
  name: string;
  label: string;
  kind: FieldKind;
  required: boolean;
  hint?: string;
  /** For a 'choice', the options; for a text input, suggestions. */
  choices?: Choice[];
  /** Rarely changed: folded under Details, or under these words. */
  isDetail?: true;
  fold?: string;
  /** A picture next to its own words: it is shown whole and needs no alternative text. */
  isMark?: true;
  /** Of 'documents': at most one. */
  isSingle?: true;
  /** What a browser or password manager may fill in (HTML standard, autofill); nothing unless named. */
  fill?: string;
  /** Of its input, if not its name. */
  id?: string;
  /** Of 'options': their wording can change, but not how many there are or their order. */
  isLocked?: true;
  /** The lines of a 'text'. */
  rows?: number;
};

/** An option and its label. */
export type Choice = { value: string; label: string };

/** The options of a 'choice' or 'radio', from their values and labels. */
export function choicesOf(words: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

/** Rows of fields; fields in one row are side by side if there is room. */
export type FormSpec = FieldSpec[][];

/** What was typed, by field name, unchanged, so that it can be shown again. */
export type FormValues = Record<string, string | string[]>;

type FieldOf<Spec extends FormSpec> = Spec[number][number];

type ValueOf<Kind extends FieldKind> = Kind extends 'options' | 'notes' | 'documents'
  ? string[]
  : Kind extends 'keyed'
    ? Record<string, string>
    : string;

/** The same of a form whose fields the type of its spec names. */
export type ValuesOf<Spec extends FormSpec> = string extends FieldOf<Spec>['name']
  ? FormValues
  : { [Field in FieldOf<Spec> as Field['name']]: ValueOf<Field['kind']> };

/** One message per field, by field name. */
export type FieldProblems = Record<string, string>;

/** The spec, with the names and kinds of its fields in its type, for `readForm`. */
export function defineForm<const Spec extends FormSpec>(spec: Spec): Spec {
  return spec;
}

/** The same of one field. */
export function defineField<const Name extends string, const Kind extends FieldKind>(
  field: FieldSpec & { name: Name; kind: Kind },
) {
  return field;
}

type BareField<Name, Kind> = { name: Name; label: ''; kind: Kind; required: false };

/** Fields without a label: hidden inputs, buttons, and inputs that are drawn with what they belong to. */
export function hidden<const Name extends string>(...names: Name[]): BareField<Name, 'hidden'>[] {
  return names.map((name) => ({ name, label: '', kind: 'hidden', required: false }));
}

/** The same of inputs of which several have one name. */
export function several<const Name extends string>(...names: Name[]): BareField<Name, 'options'>[] {
  return names.map((name) => ({ name, label: '', kind: 'options', required: false }));
}

/** The same of inputs of which each thing has its own: `keyed('alt')` for 'alt-0', 'alt-1'. */
export function keyed<const Name extends string>(...names: Name[]): BareField<Name, 'keyed'>[] {
  return names.map((name) => ({ name, label: '', kind: 'keyed', required: false }));
}

export function fieldsOf(spec: FormSpec): FieldSpec[] {
  return spec.flat();
}
