import { type FormSpec, type FormValues, fieldsOf } from './field-spec.ts';

/** What a form sent: the values of its own fields as typed, its hidden `version`, and names it does not have. */
export type SentForm = { values: FormValues; version: number; unknown: string[] };

const MAX_VALUES = 200;

/** Reads a posted form against its spec. A body that is no form counts as an empty one. Never throws. */
export async function readForm(request: Request, spec: FormSpec): Promise<SentForm> {
  const data = await request.formData().catch(() => new FormData());
  const fields = fieldsOf(spec);
  const names = new Set([...fields.map((field) => field.name), 'version']);
  const unknown = [...new Set([...data.keys()].filter((name) => !names.has(name)))];
  const values: FormValues = {};
  for (const { name, kind } of fields) {
    const texts = data
      .getAll(name)
      .slice(0, MAX_VALUES)
      .map((value) => (typeof value === 'string' ? value : ''));
    values[name] = kind === 'options' ? texts : normalized(texts[0] ?? '');
  }
  const version = Number(data.get('version') ?? 0);
  return { values, version: Number.isSafeInteger(version) && version >= 0 ? version : 0, unknown };
}

/** Forms send line ends as CR LF (HTML standard, form submission); stored texts have LF. */
function normalized(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
