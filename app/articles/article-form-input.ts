/** What the form of an article shows, and what it means. */
import type { FormContext } from '#app/items/collection/collection.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import type { Note } from '#app/platform/forms/notes.ts';
import type { Article } from './article.ts';
import { usedFields } from './article-json.ts';

type Json = Record<string, unknown>;

/** Tags are one line of text; the input of the corrections is named after a single one. */
export function articleFormJson({ tags, corrections, ...input }: Json): Json {
  return {
    ...input,
    tags: Array.isArray(tags) ? tags.join(', ') : tags,
    correction: corrections,
  };
}

/** A new correction without a date is dated now. */
export function adjustArticleForm(
  { tags, correction, ...input }: Json,
  { stored, now }: FormContext<Article>,
): Json {
  const dated = stored?.corrections.length ?? 0;
  const names = String(tags ?? '')
    .split(/[,\n]/)
    .map((name) => name.trim());
  const notes = (correction as Note[]).map((note, place) =>
    note.date === '' && place >= dated ? { ...note, date: isoOf(now) } : note,
  );
  return {
    ...usedFields({ ...input, tags: names.filter(Boolean) }),
    ...(notes.length > 0 ? { corrections: notes } : {}),
  };
}
