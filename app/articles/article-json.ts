import type { Problem } from '#app/items/collection/problem.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { type ArticleInput, type Correction, extraFields } from './article.ts';

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
