import type { Collection, EditedItem } from '#app/items/collection/collection.ts';
import { type FormSpec, type FormValues, fieldsOf } from '#app/platform/forms/field-spec.ts';
import { inputOfForm } from '#app/platform/forms/form-values.ts';
import { htmlOfTyped } from '#app/platform/html/typed-text.ts';
import type { Town } from '#app/town/town.ts';
import { formJsonOf } from './load-content-form.server.ts';

type Json = Record<string, unknown>;

type FormState = { stored: EditedItem | undefined; town: Town; now: number };

/** The input that a filled form means. An unchanged text stays as it is stored. */
export function typedInput(
  collection: Collection,
  spec: FormSpec,
  values: FormValues,
  { stored, town, now }: FormState,
): Json {
  const shown = stored && formJsonOf(collection, stored.input, town);
  const typed = inputOfForm(spec, values, town.timeZone, shown);
  for (const { name, kind } of fieldsOf(spec))
    if (kind === 'html' && typed[name] !== shown?.[name]) typed[name] = htmlOfTyped(String(typed[name]));
  return collection.form.adjustFormInput?.(typed, { values, town, now, stored: stored?.item }) ?? typed;
}
