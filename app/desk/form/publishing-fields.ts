import type { FormSpec } from '#app/platform/forms/field-spec.ts';
import { withPictureWords } from '#app/platform/forms/picture-fields.ts';

/** The buttons of pictures where there is no JavaScript; their value is the name of the field. */
export const pictureButtons: FormSpec = [
  [{ name: 'choose', label: 'Choose from the library', kind: 'id', required: false }],
  [{ name: 'remove', label: 'Remove', kind: 'id', required: false }],
];

/** The fields of every item's form in addition to the item's own (product contract section 6). */
const publishingFields: FormSpec = [
  [
    {
      name: 'publication',
      label: 'Status',
      kind: 'choice',
      required: true,
      choices: [
        { value: 'draft', label: 'Draft' },
        { value: 'scheduled', label: 'Scheduled' },
        { value: 'published', label: 'Published' },
      ],
    },
  ],
  [{ name: 'publishAt', label: 'Publish time', kind: 'datetime', required: false }],
  // The tag of the draft that the form was opened with.
  [{ name: 'draft', label: 'Draft', kind: 'id', required: false }],
  ...pictureButtons,
  // The buttons of documents.
  [{ name: 'arrange', label: 'Move', kind: 'id', required: false }],
  // The button that leads to the item's pictures from other sites.
  [{ name: 'copy', label: 'Copy to library', kind: 'id', required: false }],
];

/** All fields that an item's form sends. */
export function withPublishing(spec: FormSpec): FormSpec {
  return [...withPictureWords(spec), ...publishingFields];
}
