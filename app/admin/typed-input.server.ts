import type { Collection, EditedItem } from '#app/collection/collection.ts';
import type { FormSpec, FormValues } from '#app/forms/field-spec.ts';
import { inputOfForm } from '#app/forms/form-values.ts';
import type { Town } from '#app/town/town.ts';
import { formJsonOf } from './load-content-form.server.ts';

type Json = Record<string, unknown>;

type FormState = { stored: EditedItem | undefined; town: Town; now: number };

/** The input that a filled form means. */
export function typedInput(
  collection: Collection,
  spec: FormSpec,
  values: FormValues,
  { stored, town, now }: FormState,
): Json {
  const typed = inputOfForm(spec, values, town.timeZone, stored && formJsonOf(collection, stored.input));
  return collection.adjustFormInput?.(typed, { values, town, now, stored: stored?.item }) ?? typed;
}
