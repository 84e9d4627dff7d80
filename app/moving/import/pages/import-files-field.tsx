import { sizeWords } from '#app/platform/ui/upload/size-words.ts';
import { FileField } from '#app/platform/ui/upload/upload-field.tsx';
import { type FileField as FileSpec, MOST_FILE_BYTES } from './systems.ts';

type FileInputProps = {
  field: FileSpec;
  /** The files of this field that are on the server already. */
  kept: { name: string; bytes: number }[];
  problem: string | undefined;
};

/** An input for the files of another system, with what was uploaded before. */
export function FileInput({
  field: { name, label, hint, accept, isOptional, multiple },
  kept,
  problem,
}: FileInputProps) {
  const files = kept.map((file) => `${file.name} (${sizeWords(file.bytes)})`).join(', ');
  return (
    <FileField
      name={name}
      label={label}
      hint={hint}
      accept={accept}
      multiple={multiple}
      isOptional={isOptional === true}
      maxBytes={MOST_FILE_BYTES}
      problem={problem}
      note={files && `${files}: already uploaded. Choose again only to replace it.`}
    />
  );
}
