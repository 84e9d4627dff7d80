import type { FormSpec } from '#app/platform/forms/field-spec.ts';

const extras = 'Byline, tags and corrections';

/** The article's form; every field of the specification is required (spec section 5). */
export const articleForm: FormSpec = [
  [{ name: 'title', label: 'Title', kind: 'line', required: true }],
  [
    {
      name: 'deck',
      label: 'Short summary',
      kind: 'text',
      rows: 2,
      required: false,
      hint: 'Shown in lists and feeds, instead of the first words.',
    },
  ],
  [{ name: 'description', label: 'Description', kind: 'html', required: true }],
  [{ name: 'picture', label: 'Picture', kind: 'picture', required: false }],
  [
    {
      name: 'pubDate',
      label: 'Publication date',
      kind: 'datetime',
      required: true,
      hint: 'The date that readers see, in town time. To publish the article later, choose Scheduled instead.',
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
  [{ name: 'byline', label: 'Byline', kind: 'line', required: false, fold: extras }],
  [
    {
      name: 'tags',
      label: 'Tags',
      kind: 'line',
      required: false,
      hint: 'Separate tags with commas. Each tag gets its own page.',
      fold: extras,
    },
  ],
  [
    {
      name: 'correction',
      label: 'Correction',
      kind: 'notes',
      required: false,
      hint: 'Appears below the article with the date, now if empty. Clear the text to remove it.',
      fold: extras,
    },
  ],
  [
    {
      name: 'pinned',
      label: 'Pin to the top of the front page',
      kind: 'check',
      required: false,
      fold: extras,
    },
  ],
];
