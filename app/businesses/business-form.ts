import type { FormSpec } from '#app/platform/forms/field-spec.ts';

/** The form of a business: name, category and address are required. */
export const businessForm: FormSpec = [
  [{ name: 'name', label: 'Name', kind: 'line', required: true }],
  [{ name: 'description', label: 'Description', kind: 'html', required: false }],
  [
    { name: 'category', label: 'Category', kind: 'line', required: true },
    { name: 'phone', label: 'Phone', kind: 'tel', required: false },
  ],
  [{ name: 'address', label: 'Address', kind: 'line', required: true }],
  [
    { name: 'website', label: 'Website', kind: 'url', required: false },
    { name: 'email', label: 'Email', kind: 'email', required: false },
  ],
  [
    {
      name: 'openingHours',
      label: 'Opening hours',
      kind: 'line',
      required: false,
      hint: 'For example: Mon to Sat, 7:30 AM to 5:30 PM',
    },
  ],
  [{ name: 'picture', label: 'Picture', kind: 'picture', required: false }],
  [{ name: 'id', label: 'ID', kind: 'id', required: true, isDetail: true }],
];
