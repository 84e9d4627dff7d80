import type { FormContext, Problem } from '#app/items/collection/collection.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import type { Note } from '#app/platform/forms/notes.ts';
import { type Article, type ArticleInput, type Correction, extraFields } from './article.ts';

type Json = Record<string, unknown>;

/** An article as the API returns it: without optional fields that it does not use, dates as ISO text. */
export function usedFields(article: Json): Json {
  const entries = Object.entries(article).filter(([field, value]) => !isExtra(field) || isUsed(value));
  const used = Object.fromEntries(entries);
  if (!used.corrections) return used;
  const notes = used.corrections as Correction[];
  return { ...used, corrections: notes.map(({ date, text }) => ({ date: isoOf(date), text })) };
}

function isExtra(field: string): boolean {
  return extraFields.some((extra) => extra === field);
}

function isUsed(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** A correction can't be dated later than now (UTC epoch milliseconds). */
export function findFutureCorrections({ corrections = [] }: ArticleInput, now: number): Problem[] {
  return corrections.flatMap(({ date }, place) =>
    date > now
      ? { field: `corrections.${place}.date`, message: 'A correction can’t be dated in the future' }
      : [],
  );
}

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
