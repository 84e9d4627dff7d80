import { documentFieldsOf, documentInputOf } from './document-fields.ts';
import { type FormSpec, type FormValues, fieldsOf, type ValuesOf } from './field-spec.ts';
import { fileInputOf, pictureFieldsOf } from './picture-fields.ts';
import { typedValues, typedVersion } from './typed-values.ts';

/**
 * What a form sent: the values of its own fields as typed, its hidden `version`, the question that was `asked` and is
 * answered by sending the form again, the names of all fields sent, and those that the form doesn't have.
 */
export type SentForm<Spec extends FormSpec> = {
  values: ValuesOf<Spec>;
  version: string;
  asked: string;
  names: string[];
  unknown: string[];
};

/**
 * Reads a posted form according to its spec; the only reader of forms on the server. A body that is not a form counts as
 * an empty one, and what was not sent is as in `fallback`. Never throws.
 */
export async function readForm<const Spec extends FormSpec>(
  request: Request,
  spec: Spec,
  fallback?: Partial<ValuesOf<Spec>>,
): Promise<SentForm<Spec>> {
  const data = await request.formData().catch(() => new FormData());
  const known = new Set([
    ...fieldsOf(spec).map(({ name }) => name),
    ...pictureFieldsOf(spec).map(({ name }) => fileInputOf(name)),
    ...documentFieldsOf(spec).map(({ name }) => documentInputOf(name)),
    ...['version', 'asked'],
  ]);
  const names = [...new Set(data.keys())];
  const values = typedValues(data, spec, fallback);
  // A field of documents sends an empty id, too, so that none of them differs from a form without the field.
  for (const { name } of documentFieldsOf(spec))
    Object.assign(values, { [name]: [(values as FormValues)[name] ?? []].flat().filter(Boolean) });
  return {
    values,
    version: typedVersion(data),
    asked: String(data.get('asked') ?? ''),
    names,
    unknown: names.filter((name) => !known.has(name)),
  };
}
