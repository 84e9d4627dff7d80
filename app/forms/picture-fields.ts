import { type FieldSpec, type FormSpec, fieldsOf } from './field-spec.ts';

/** The fields of pictures. */
export function pictureFieldsOf(spec: FormSpec): FieldSpec[] {
  return fieldsOf(spec).filter(({ kind }) => kind === 'picture');
}

/** The name of the file input that uploads a picture for the field. */
export function fileInputOf(name: string): string {
  return name === 'picture' ? 'file' : `${name}File`;
}
