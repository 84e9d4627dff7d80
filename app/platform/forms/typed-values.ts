import { type FormSpec, type FormValues, fieldsOf, type ValuesOf } from './field-spec.ts';

const MAX_VALUES = 1000;

/**
 * What was typed into the fields of `spec`, in the browser, on the server or in an address. A field that was not sent is as
 * in `fallback`, or ''; a box that was not sent is not checked. Of values of one name, the first 1,000 count.
 */
export function typedValues<const Spec extends FormSpec>(
  data: FormData | URLSearchParams,
  spec: Spec,
  fallback: Partial<ValuesOf<Spec>> = {},
): ValuesOf<Spec> {
  const usual: FormValues = { ...fallback } as FormValues;
  const entries = fieldsOf(spec).map(({ name, kind }) => {
    if (kind === 'keyed') return [name, keyedTexts(data, name)];
    const texts = textsOf(data, name);
    if (texts.length === 0 && kind !== 'check' && usual[name] !== undefined) return [name, usual[name]];
    const isList = kind === 'options' || kind === 'notes' || kind === 'documents';
    return [name, isList ? texts : (texts[0] ?? '')];
  });
  return Object.fromEntries(entries) as ValuesOf<Spec>;
}

/** The same of every field that was sent, where its form is not known. */
export function allTypedValues(data: FormData): FormValues {
  const names = [...new Set(data.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...others] = textsOf(data, name);
      return [name, others.length > 0 ? [first, ...others] : first];
    }),
  );
}

function textsOf(data: FormData | URLSearchParams, name: string): string[] {
  return data.getAll(name).slice(0, MAX_VALUES).map(textOfValue);
}

/** The texts of `name-KEY`, by their key. */
function keyedTexts(data: FormData | URLSearchParams, name: string): Record<string, string> {
  const sent = [...data].filter(([each]) => each.startsWith(`${name}-`));
  return Object.fromEntries(sent.map(([each, value]) => [each.slice(name.length + 1), textOfValue(value)]));
}

/** The field that names the version the form was opened with; '0' for something new. */
export function typedVersion(data: FormData): string {
  const version = data.get('version');
  return typeof version === 'string' ? version : '0';
}

/** Forms send line ends as CR LF (HTML standard, form submission); stored texts have LF. */
function textOfValue(value: FormDataEntryValue): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}
