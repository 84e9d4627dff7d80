/**
 * The language of the site's texts as a language tag (WCAG 3.1.1): English, in the town's variety if its locale is
 * English. The locale itself only says how dates and numbers are written.
 */
export function languageOfTexts(locale: string): string {
  return /^en(-|$)/i.test(locale) ? locale : 'en';
}

/** The `lang` of a date or number within such a text; undefined where it is the same (WCAG 3.1.2). */
export function languageOfFormats(locale: string): string | undefined {
  return languageOfTexts(locale) === locale ? undefined : locale;
}
