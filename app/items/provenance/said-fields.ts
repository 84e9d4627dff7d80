/** The fields of items that their sources have a say in. */
import type { SourceRow } from '#app/platform/database/tables/tables.ts';

/** Values of fields as JSON, links and HTML as they are stored. An empty field is null; a source leaves out what it doesn't say. */
export type Fields = Record<string, string | boolean | null>;

/** The fields that a source has a say in. All others are filled once and are the editor's from then on. */
const SAID: Record<SourceRow['feeds'], readonly string[]> = {
  articles: ['title', 'link', 'description', 'byline'],
  news: ['title', 'link', 'description'],
  events: [
    'title',
    'link',
    'description',
    'eventDate',
    'endDate',
    'allDay',
    'eventTime',
    'eventLocation',
    'status',
  ],
  // Warnings are replaced as a whole.
  notices: [],
};

/** The part of an item's input that its sources have a say in. */
export function fieldsOf(feeds: SourceRow['feeds'], input: Record<string, unknown>): Fields {
  return Object.fromEntries(SAID[feeds].map((field) => [field, (input[field] ?? null) as Fields[string]]));
}
