import type { FormSpec } from '#app/forms/field-spec.ts';

/** The article's form; every field is required (spec section 5). */
export const articleForm: FormSpec = [
  [{ name: 'id', label: 'ID', kind: 'id', required: true }],
  [{ name: 'title', label: 'Title', kind: 'line', required: true }],
  [
    { name: 'pubDate', label: 'Publication date', kind: 'datetime', required: true },
    { name: 'sourceId', label: 'Source ID', kind: 'line', required: true },
  ],
  [{ name: 'link', label: 'Link', kind: 'url', required: true }],
  [
    { name: 'sourceName', label: 'Source name', kind: 'line', required: true },
    { name: 'sourceUrl', label: 'Source address', kind: 'url', required: true },
  ],
  [{ name: 'description', label: 'Description', kind: 'html', required: true }],
];
