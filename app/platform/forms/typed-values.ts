import { type FormSpec, type FormValues, fieldsOf } from './field-spec.ts';

const MAX_VALUES = 200;

/** What was typed into the fields of `spec`, in the browser or on the server. A field that was not sent is ''. */
export function typedValues(data: FormData, spec: FormSpec): FormValues {
  const values: FormValues = {};
  for (const { name, kind } of fieldsOf(spec)) {
    const texts = data
      .getAll(name)
      .slice(0, MAX_VALUES)
      .map((value) => (typeof value === 'string' ? withLineFeeds(value) : ''));
    values[name] = kind === 'options' || kind === 'notes' ? texts : (texts[0] ?? '');
  }
  return values;
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
