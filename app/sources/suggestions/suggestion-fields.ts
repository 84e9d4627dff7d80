import { hidden } from '#app/platform/forms/field-spec.ts';

/** What a reader can send. */
export type SuggestionKind = 'event' | 'news';

/**
 * The fields of `/submit`, as product contract section 6 names them, and the hidden ones of the guard. `by` is the
 * private link that the form was opened from, without '/submit/'.
 */
export const suggestionForm = [
  hidden(
    'kind',
    'title',
    'description',
    'eventDate',
    'eventTime',
    'eventLocation',
    'link',
    'picture',
    'alt',
    'from',
    'opened',
    'website',
    'same',
    'by',
  ),
];

export const fieldNames = [
  'title',
  'eventDate',
  'eventTime',
  'eventLocation',
  'description',
  'link',
  'alt',
  'from',
] as const;

/** What was typed. */
export type SuggestionValues = Record<(typeof fieldNames)[number], string>;

export function kindOfSuggestion(text: unknown): SuggestionKind {
  return text === 'news' ? 'news' : 'event';
}
