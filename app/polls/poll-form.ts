import type { FormSpec } from '#app/forms/field-spec.ts';

/** The poll's form: title, description and options are required (spec section 5). */
export const pollForm: FormSpec = [
  [{ name: 'id', label: 'ID', kind: 'id', required: true }],
  [{ name: 'title', label: 'Title', kind: 'line', required: true }],
  [{ name: 'description', label: 'Description', kind: 'text', required: true }],
  [
    {
      name: 'options',
      label: 'Options',
      kind: 'options',
      required: true,
      hint: 'Two or more. Readers see them in this order; empty ones are left out.',
    },
  ],
];
