import type { FormSpec } from '#app/forms/field-spec.ts';

/** The form of a news item: title, link and description are required (spec section 5). */
export const newsItemForm: FormSpec = [
  [{ name: 'id', label: 'ID', kind: 'id', required: true }],
  [{ name: 'title', label: 'Title', kind: 'line', required: true }],
  [{ name: 'link', label: 'Link', kind: 'url', required: true, hint: 'The page readers open in a new tab.' }],
  [
    { name: 'pubDate', label: 'Publication date', kind: 'datetime', required: true },
    { name: 'sourceId', label: 'Source ID', kind: 'line', required: false },
  ],
  [
    { name: 'sourceName', label: 'Source name', kind: 'line', required: false },
    { name: 'sourceUrl', label: 'Source address', kind: 'url', required: false },
  ],
  [{ name: 'description', label: 'Description', kind: 'html', required: true }],
];
