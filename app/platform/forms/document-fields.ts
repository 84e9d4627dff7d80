import { type FieldSpec, type FormSpec, fieldsOf } from './field-spec.ts';

/** The beginning of the names of inputs with files for fields of documents: pictures have their own. */
export const DOCUMENT_INPUT = 'documentFile';

/** The name of the input with files for a field of documents. */
export function documentInputOf(name: string): string {
  return name === 'documents' ? DOCUMENT_INPUT : `${DOCUMENT_INPUT}-${name}`;
}

/** The fields of documents. */
export function documentFieldsOf(spec: FormSpec): FieldSpec[] {
  return fieldsOf(spec).filter(({ kind }) => kind === 'documents');
}
