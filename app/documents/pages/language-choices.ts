import type { Choice } from '#app/platform/forms/field-spec.ts';

const COMMON = ['en', 'es', 'fr', 'de', 'it', 'pt', 'vi', 'zh', 'ar', 'so', 'ne', 'uk', 'abe'];

/** The languages that a document can have, with the one that it has. */
export function languageChoices(current: string | null): Choice[] {
  const names = new Intl.DisplayNames('en-US', { type: 'language' });
  const tags = current && !COMMON.includes(current) ? [current, ...COMMON] : COMMON;
  const choices = tags.map((value) => ({ value, label: nameOf(names, value) }));
  return [{ value: '', label: 'Not known' }, ...choices];
}

function nameOf(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
