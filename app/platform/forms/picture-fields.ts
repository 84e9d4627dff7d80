import { type FieldSpec, type FormSpec, type FormValues, fieldsOf } from './field-spec.ts';

/** The fields of pictures. */
export function pictureFieldsOf(spec: FormSpec): FieldSpec[] {
  return fieldsOf(spec).filter(({ kind }) => kind === 'picture');
}

/** The name of the file input that uploads a picture for the field. */
export function fileInputOf(name: string): string {
  return name === 'picture' ? 'file' : `${name}File`;
}

/** The names of the fields that say something about the picture of the field `name`. */
export function wordFieldsOf(name: string) {
  return {
    alt: `${name}Alt`,
    decorative: `${name}Decorative`,
    focalPoint: `${name}FocalPoint`,
    /** What the form showed when it was opened: `seenOf`. */
    seen: `${name}Seen`,
  };
}

/** The form with the fields that say something about its pictures. A mark has none. */
export function withPictureWords(spec: FormSpec): FormSpec {
  const rows = pictureFieldsOf(spec).flatMap((field): FormSpec => {
    if (field.isMark) return [];
    const { alt, decorative, focalPoint, seen } = wordFieldsOf(field.name);
    return [
      [{ name: alt, label: 'Alternative text', kind: 'line', required: false }],
      [{ name: decorative, label: 'Decorative only', kind: 'check', required: false }],
      [{ name: focalPoint, label: 'Focal point', kind: 'radio', required: false }],
      [{ name: seen, label: 'Picture', kind: 'id', required: false }],
    ];
  });
  return [...spec, ...rows];
}

/** What is said about the picture with this id. */
export type SaidOfPicture = { id: string; alt: string | null; decorative: boolean; focalPoint: number };

/** The same as text, for a hidden field. */
export function seenOf({ id, alt, decorative, focalPoint }: SaidOfPicture): string {
  return `${id} ${focalPoint} ${decorative} ${alt ?? ''}`;
}

/** The reverse; undefined for any other text. */
export function readSeen(text: FormValues[string] = ''): SaidOfPicture | undefined {
  const [, id = '', focalPoint, decorative, alt = ''] =
    /^([0-9a-f]{32}) ([1-9]) (true|false) (.*)$/.exec(String(text)) ?? [];
  if (!id) return undefined;
  return { id, alt: alt || null, decorative: decorative === 'true', focalPoint: Number(focalPoint) };
}
