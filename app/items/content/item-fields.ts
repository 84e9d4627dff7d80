/**
 * What the schema of a collection says of its fields besides which values are valid: how the form shows them, and what
 * the API returns. The form, the API's output, the columns and the JSON derive from it, so that a field is declared once.
 */
import * as z from 'zod';
import { type FieldKind, type FieldSpec, type FormSpec, fieldsOf } from '#app/platform/forms/field-spec.ts';
import { isoOf } from './item-json.ts';

type FieldFacts = {
  kind?: FieldKind;
  required?: boolean;
  /** Milliseconds inside, ISO text outside. */
  isInstant?: true;
  /** What the API returns, if not what it accepts. */
  output?: z.ZodType;
  spec?: FieldWords & { label: string };
};

/** What a form says of a field. `kind` and `required` follow from the schema unless given. */
type FieldWords = Partial<Omit<FieldSpec, 'label'>>;

const known = new WeakMap<z.core.$ZodType, FieldFacts>();

/** The schema, with facts about the fields that have it: for the functions that create schemas. */
export function withFacts<Schema extends z.ZodType>(schema: Schema, facts: FieldFacts): Schema {
  known.set(schema, { ...factsOf(schema), ...facts });
  return schema;
}

/** A field of a form: the schema of its values, under its visible label. A field without a label is in no form. */
export function field<Schema extends z.ZodType>(
  label: string,
  schema: Schema,
  words: FieldWords = {},
): Schema {
  return withFacts(schema, { spec: { label, ...words } });
}

/** A schema that adds a check or a description to another is of the same kind. */
function factsOf(schema: z.core.$ZodType): FieldFacts {
  const { parent } = schema._zod;
  return known.get(schema) ?? (parent ? factsOf(parent) : {});
}

type Shape = Record<string, z.ZodType>;
type Fields<S extends Shape> = { shape: S };
type Json = Record<string, unknown>;

/** One field of a form: one of the schema, or one of the form's own. */
type Cell<Name> = Name | FieldSpec;

/**
 * The form of a schema: its rows from top to bottom, with fields that are side by side in a list. Fields with a label
 * that no row names come last.
 */
export function formOf<S extends Shape>(
  { shape }: Fields<S>,
  rows: (Cell<keyof S & string> | Cell<keyof S & string>[])[] = [],
): FormSpec {
  const specs = new Map(Object.entries(shape).flatMap(([name, schema]) => specOf(name, schema)));
  const specIn = (cell: Cell<string>) => {
    const spec = typeof cell === 'string' ? specs.get(cell) : cell;
    if (!spec) throw new Error(`${cell} has no label`);
    return spec;
  };
  const form = rows.map((row) => [row].flat().map(specIn));
  const placed = new Set(fieldsOf(form));
  return [...form, ...[...specs.values()].filter((spec) => !placed.has(spec)).map((spec) => [spec])];
}

function specOf(name: string, schema: z.ZodType): [string, FieldSpec][] {
  const { kind = 'line', required = false, spec } = factsOf(schema);
  return spec ? [[name, { name, kind, required, ...spec }]] : [];
}

/** The names of the fields that a form shows as HTML. */
export function htmlFieldsOf({ shape }: Fields<Shape>): string[] {
  return namesOf(shape, ({ kind }) => kind === 'html');
}

function namesOf(shape: Shape, isWanted: (facts: FieldFacts) => boolean | undefined): string[] {
  return Object.keys(shape).filter((name) => isWanted(factsOf(shape[name] as z.ZodType)));
}

/** The item as the API returns it: what may be missing is null. */
export function outputOf({ shape }: Fields<Shape>): z.ZodObject {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const { output } = factsOf(schema);
    return [name, output ? output.meta({ ...output.meta(), ...schema.meta() }) : schema];
  });
  return z.strictObject(Object.fromEntries(fields));
}

/** Turns an item into its JSON: its fields, instants as ISO text. */
export function jsonOf({ shape }: Fields<Shape>): (item: object) => Json {
  const instants = new Set(namesOf(shape, ({ isInstant }) => isInstant));
  const names = Object.keys(shape);
  return (item) => {
    const entries = names.flatMap((name) => {
      const value = (item as Json)[name];
      if (value === undefined) return [];
      return [[name, instants.has(name) && typeof value === 'number' ? isoOf(value) : value]];
    });
    return Object.fromEntries(entries);
  };
}

/** The columns of an item, in the order of its fields. */
export function columnsOf<S extends Shape>({ shape }: Fields<S>): (keyof S & string)[] {
  return Object.keys(shape);
}

/** The fields of a collection, in the order of the API; without those that only responses have. */
export function listFieldNames({
  json: { outputSchema },
}: {
  json: { outputSchema: Fields<Shape> };
}): string[] {
  const fields = Object.entries(outputSchema.shape);
  return fields.flatMap(([name, schema]) => (schema.meta()?.readOnly ? [] : name));
}

/** What the fields that can be left out are then: null, or their default. */
export function absentFieldsOf({ shape }: Fields<Shape>): Json {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(undefined);
    return success ? [[name, data ?? null]] : [];
  });
  return Object.fromEntries(fields);
}
