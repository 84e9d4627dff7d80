import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import type { SuggestionKind, SuggestionValues } from '#app/sources/suggestions/suggestion-fields.ts';

/** What became of a sent form: thanks, or the form again, the page that waits, or why it is closed. */
export type SubmitResult = FailedForm<SuggestionValues> & {
  step: 'form' | 'limit' | 'wait' | 'check' | 'full' | 'thanks';
  kind: SuggestionKind;
  /** For the next form. */
  token: string;
  /** The private link that the form was opened from, without '/submit/'; '' without one. */
  by: string;
  sent?: SentSuggestion;
  /** What may be the same. */
  similar?: { title: string; href: string; about: string; correct: string }[];
  /** A picture was chosen, which no page can keep. */
  hadPicture?: boolean;
};

export type SentSuggestion = {
  title: string;
  link: string;
  path: string;
  mailedTo: string | null;
  isPublished: boolean;
};

/** A change that was not accepted. */
export type EditResult = FailedForm<SuggestionValues> & { token: string };
