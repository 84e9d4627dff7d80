/** What a version of an item says in each field of its form. */
import type { Collection } from '#app/items/collection/collection.ts';
import { type FieldSpec, fieldsOf } from '#app/platform/forms/field-spec.ts';
import { formValuesOf } from '#app/platform/forms/form-values.ts';
import { pairNotes } from '#app/platform/forms/notes.ts';

export type ShownField = { field: FieldSpec; text: string };

type Input = Record<string, unknown>;

/** All fields except the id, with times of the zone; fields that say nothing have an empty text. */
export function shownFieldsOf(collection: Collection, input: Input, zone: string): ShownField[] {
  const shown = collection.form.toFormJson?.(input, zone) ?? input;
  return fieldsOf(collection.form.fields)
    .filter(({ kind }) => kind !== 'id')
    .map((field) => ({ field, text: shownTextOf(field, shown, zone) }));
}

/** The fields of `next` that say something else in `old`. */
export function changedFields(old: ShownField[], next: ShownField[]): FieldSpec[] {
  const before = new Map(old.map(({ field, text }) => [field.name, text]));
  return next.filter(({ field, text }) => text !== (before.get(field.name) ?? '')).map(({ field }) => field);
}

/** A list has a line for each entry. */
function shownTextOf(field: FieldSpec, input: Input, zone: string): string {
  const value = formValuesOf([[field]], input, zone)[field.name] ?? '';
  if (field.kind === 'notes')
    return pairNotes([value].flat())
      .map(({ date, text }) => `${date.replace('T', ' ')}: ${text}`)
      .join('\n');
  if (Array.isArray(value)) return value.join('\n');
  if (field.kind === 'datetime') return value.replace('T', ' ');
  return field.choices?.find((choice) => choice.value === value)?.label ?? value;
}
