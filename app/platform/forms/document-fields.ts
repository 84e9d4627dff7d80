import { type FieldSpec, type FormSpec, fieldsOf } from './field-spec.ts';

/** The name of the input with files for a form's field of documents: pictures have their own. */
export const DOCUMENT_INPUT = 'documentFile';

/** The fields of documents. */
export function documentFieldsOf(spec: FormSpec): FieldSpec[] {
  return fieldsOf(spec).filter(({ kind }) => kind === 'documents');
}
