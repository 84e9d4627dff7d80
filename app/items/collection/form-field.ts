import { type FieldSpec, type FormSpec, fieldsOf } from '#app/platform/forms/field-spec.ts';
import type { Collection } from './collection.ts';

/**
 * The field of the form that edits a field of the item, which it may name otherwise; undefined without one. `spec` is
 * the form if it isn't the collection's whole one.
 */
export function formFieldOf(
  { form: { fields, formFields = {} } }: Collection,
  name: string,
  spec: FormSpec = fields,
): FieldSpec | undefined {
  const named = formFields[name] ?? name;
  return fieldsOf(spec).find((field) => field.name === named);
}
