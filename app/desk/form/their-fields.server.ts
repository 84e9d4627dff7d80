import { type FormSpec, fieldsOf } from '#app/platform/forms/field-spec.ts';
import { formValuesOf } from '#app/platform/forms/form-values.ts';
import { type SafeHtml, sanitize } from '#app/platform/html/sanitize.server.ts';

/** Another editor's value of a field, as the form would send it; `html` is the value rendered. */
export type TheirField = { text: string; html?: SafeHtml };

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
