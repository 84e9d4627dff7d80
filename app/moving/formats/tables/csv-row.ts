/** Items as rows of a table: one column per field of the API, and a few that only tables need. */
import type { ItemKind } from '#app/moving/formats/found.ts';
import { textIn } from '#app/moving/formats/leaving-html.ts';
import { type LeavingItem, textOf } from '#app/moving/formats/leaving-item.ts';

const story = [
  'id',
  'title',
  'link',
  'pubDate',
  'description',
  'sourceId',
  'sourceName',
  'sourceUrl',
  'picture',
];
const state = ['publication', 'publishAt', 'url'];

/** The columns of each collection's table; `url` is the page of the item. */
export const csvColumns: Record<ItemKind, readonly string[]> = {
  articles: [...story, 'deck', 'byline', 'tags', 'corrections', 'pinned', ...state],
  news: [...story, ...state],
  events: [
    ...[
      'id',
      'title',
      'link',
      'pubDate',
      'description',
      'sourceId',
      'eventDate',
      'eventTime',
      'eventLocation',
    ],
    ...[
      'enclosureUrl',
      'enclosureType',
      'endDate',
      'allDay',
      'status',
      'statusNote',
      'category',
      'previousDate',
    ],
    ...['recurrence', 'seriesId', 'recurrenceId', 'seriesStart', 'picture', ...state],
  ],
  polls: [
    ...['id', 'title', 'description', 'options', 'voters', 'resultsShown', 'maxChoices', 'noneOfThese'],
    ...['opensAt', 'closesAt', 'picture', 'result', ...state],
  ],
  businesses: [
    ...['id', 'name', 'category', 'description', 'address', 'phone', 'website', 'email', 'openingHours'],
    ...['picture', ...state],
  ],
};

/**
 * The item in these columns. Addresses in texts are absolute. Options, corrections and results have a line each; tags are
 * separated by commas.
 */
export function csvRowOf(item: LeavingItem): (string | number)[] {
  const { kind, input, publication, publishAt, address, result } = item;
  const values: Record<string, unknown> = {
    ...input,
    description: kind === 'polls' ? input.description : textIn(item),
    publication,
    publishAt: publishAt === undefined ? '' : new Date(publishAt).toISOString(),
    url: address,
    result: result?.options.map(({ text, votes }) => `${text}: ${votes}`),
  };
  return csvColumns[kind].map((column) => cellOf(column, values[column]));
}

function cellOf(column: string, value: unknown): string | number {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return value;
  if (!Array.isArray(value)) return String(value);
  return value.map(lineOf).join(column === 'tags' ? ', ' : '\n');
}

function lineOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const correction = value as Record<string, unknown>;
  return `${textOf(correction, 'date')} ${textOf(correction, 'text')}`;
}
