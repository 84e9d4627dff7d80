import { type FormSpec, type FormValues, fieldsOf } from './field-spec.ts';

const MAX_VALUES = 200;

/** What was typed into the fields of `spec`, in the browser or on the server. A field that was not sent is ''. */
export function typedValues(data: FormData, spec: FormSpec): FormValues {
  const values: FormValues = {};
  for (const { name, kind } of fieldsOf(spec)) {
    const texts = textsOf(data, name);
    values[name] = kind === 'options' || kind === 'notes' ? texts : (texts[0] ?? '');
  }
  return values;
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

function textsOf(data: FormData, name: string): string[] {
  const values = data.getAll(name).slice(0, MAX_VALUES);
  return values.map((value) => (typeof value === 'string' ? withLineFeeds(value) : ''));
}

/** The field that names the version the form was opened with; '0' for something new. */
export function typedVersion(data: FormData): string {
  const version = data.get('version');
  return typeof version === 'string' ? version : '0';
}

/** Forms send line ends as CR LF (HTML standard, form submission); stored texts have LF. */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
