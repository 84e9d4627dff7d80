import type { FormSpec } from '#app/platform/forms/field-spec.ts';

/**
 * The form of a news item: title, link and description are required (spec section 5). The link is the essential part,
 * so it is not folded as in the other forms.
 */
export const newsItemForm: FormSpec = [
  [{ name: 'title', label: 'Title', kind: 'line', required: true }],
  [{ name: 'description', label: 'Description', kind: 'html', required: true }],
  [{ name: 'picture', label: 'Picture', kind: 'picture', required: false }],
  [
    {
      name: 'link',
      label: 'Link',
      kind: 'url',
      required: true,
      hint: 'The page that opens in a new tab for readers.',
    },
  ],
  [
    {
      name: 'pubDate',
      label: 'Publication date',
      kind: 'datetime',
      required: true,
      hint: 'The date that readers see, in town time. To publish the item later, choose Scheduled instead.',
    },
  ],
  [
    { name: 'sourceName', label: 'Source name', kind: 'line', required: false, isDetail: true },
    { name: 'sourceUrl', label: 'Source URL', kind: 'url', required: false, isDetail: true },
  ],
  [
    { name: 'sourceId', label: 'Source ID', kind: 'line', required: false, isDetail: true },
    { name: 'id', label: 'ID', kind: 'id', required: true, isDetail: true },
  ],
];
