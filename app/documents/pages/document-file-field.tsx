import { ACCEPTED_DOCUMENTS } from '#app/platform/media/documents/document-types.ts';
import { documentUploads } from '#app/platform/ui/upload/document-uploads.ts';
import { FileField, type FileFieldProps } from '#app/platform/ui/upload/upload-field.tsx';

/** The field 'Document', from which a form sends files. */
export function DocumentFileField(field: Pick<FileFieldProps, 'hint' | 'problem' | 'multiple' | 'required'>) {
  return (
    <FileField {...field} label="Document" accept={ACCEPTED_DOCUMENTS} maxBytes={documentUploads.maxBytes} />
  );
}
