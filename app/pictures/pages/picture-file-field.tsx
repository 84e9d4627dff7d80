import { ACCEPTED_TYPES } from '#app/platform/media/accepted-types.ts';
import { MAX_FILE_BYTES } from '#app/platform/media/picture-limits.ts';
import { FileField, type FileFieldProps } from '#app/platform/ui/upload/upload-field.tsx';

/** The field 'Picture', from which a form sends files. */
export function PictureFileField(field: Pick<FileFieldProps, 'hint' | 'problem' | 'multiple' | 'required'>) {
  return <FileField {...field} label="Picture" accept={ACCEPTED_TYPES} maxBytes={MAX_FILE_BYTES} />;
}
