import type { FormSpec } from '#app/forms/field-spec.ts';

/** The article's form; every field is required (spec section 5). */
export const articleForm: FormSpec = [
  [{ name: 'title', label: 'Title', kind: 'line', required: true }],
  [{ name: 'description', label: 'Description', kind: 'html', required: true }],
  [
    {
      name: 'pubDate',
      label: 'Publication date',
      kind: 'datetime',
      required: true,
      hint: 'Town time. Choose a future time to schedule the article.',
    },
  ],
  [{ name: 'link', label: 'Link', kind: 'url', required: true, isDetail: true }],
  [
    { name: 'sourceName', label: 'Source name', kind: 'line', required: true, isDetail: true },
    { name: 'sourceUrl', label: 'Source URL', kind: 'url', required: true, isDetail: true },
  ],
  [
    { name: 'sourceId', label: 'Source ID', kind: 'line', required: true, isDetail: true },
    { name: 'id', label: 'ID', kind: 'id', required: true, isDetail: true },
  ],
];
