/** An item as its form shows it, and what a filled form means. */
import {
  type Collection,
  type Draft,
  type EditedItem,
  findForEditor,
} from '#app/items/collection/collection.ts';
import { itemTagOf } from '#app/items/collection/item-tag.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { TheirField } from '#app/platform/forms/failed-form.ts';
import { type FormSpec, type FormValues, fieldsOf } from '#app/platform/forms/field-spec.ts';
import { formValuesOf, inputOfForm } from '#app/platform/forms/form-values.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import { htmlOfTyped } from '#app/platform/html/typed-text.ts';
import { townTimeOf } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import { NEW } from './form-page.ts';

/** An item as its form is opened with: the item itself, and a draft of it. */
export type Opened = { item: EditedItem | undefined; draft: Draft | undefined };

export async function openItem(collection: Collection, read: ReadDb, id: unknown): Promise<Opened> {
  if (typeof id !== 'string' || !isItemId(id)) return { item: undefined, draft: undefined };
  return {
    item: await findForEditor(collection, read, id),
    draft: await collection.store.unpublished?.findDraft(read, id),
  };
}

/** The tag of the item that the form changes: with a draft of changes, as it was when the draft was started. */
export function versionOf({ item, draft }: Opened): string | undefined {
  if (!item || item.publication === 'draft') return item && itemTagOf(item);
  return draft?.form?.base ?? itemTagOf(item);
}

/** The values that the form shows: those of the draft, if there is one. */
export function valuesOf(
  collection: Collection,
  { item, draft }: Opened,
  spec: FormSpec,
  town: Town,
): FormValues {
  const publishAt = item?.publishAt ?? null;
  const own = {
    publication: item?.publication ?? 'published',
    publishAt: publishAt === null ? '' : townTimeOf(publishAt, town.timeZone),
  };
  return {
    ...formValuesOf(spec, formJsonOf(collection, draft?.input ?? item?.input ?? {}, town), town.timeZone),
    ...(draft?.form ? { publication: draft.form.publication, publishAt: draft.form.publishAt } : own),
    draft: draft ? itemTagOf(draft) : NEW,
  };
}

export function formJsonOf(
  { form: { toFormJson } }: Pick<Collection, 'form'>,
  input: Record<string, unknown>,
  { timeZone }: Pick<Town, 'timeZone'>,
): Record<string, unknown> {
  return toFormJson?.(input, timeZone) ?? input;
}

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

/** The currently stored values, by field name. `input` is an item as its form is opened with. */
export function theirFieldsOf(
  spec: FormSpec,
  input: Record<string, unknown>,
  zone: string,
): Record<string, TheirField> {
  const values = formValuesOf(spec, input, zone);
  return Object.fromEntries(
    fieldsOf(spec).map(({ name, kind }) => {
      const value = [values[name] ?? ''].flat().join('\n');
      // An unchecked box sends nothing.
      const text = kind === 'check' && value === 'false' ? '' : value;
      return [name, kind === 'html' ? { text, html: sanitize(text) } : { text }];
    }),
  );
}
