import { data } from 'react-router';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import type { FieldProblems, FormValues } from './field-spec.ts';

/** Another editor's value of a field, as the form would send it; `html` is the value rendered. */
export type TheirField = { text: string; html?: SafeHtml };

/** A form that was not accepted, as its page shows it again. */
export type FailedForm<Values = FormValues> = {
  /** As typed, without passwords. */
  values: Values;
  problems: FieldProblems;
  /** Why it was not accepted, if that is known and no field's fault. */
  reason?: string | undefined;
  /** Why it was not accepted, if sending it again is enough. */
  warning?: string | undefined;
  /** Why the server refused it, whatever was typed: the site is frozen, for example. */
  refusal?: string | undefined;
  /** The session ended while the form was open. */
  isLoggedOut?: boolean | undefined;
  /** What the form sends as its version: after a conflict the present one, so that sending it again replaces that. */
  version?: string | undefined;
  /** What another editor saved in the meantime, by field name; 'gone' when they removed it. */
  theirs?: Record<string, TheirField> | 'gone' | null;
};

type Failure = Partial<Omit<FailedForm, 'values' | 'problems'>> & {
  /** Undefined for a field without one. */
  problems?: Partial<Record<string, string | undefined>>;
};

/**
 * The response to a form that was not accepted: 400 or 422 for `problems`, 409 for a conflict, with the present `version`.
 * `More` is what only this page shows.
 */
export function failedForm<Values, More extends object = object>(
  init: number | ResponseInit,
  values: Values,
  { problems = {}, ...more }: Failure & More,
) {
  return data({ values, problems, ...more } as FailedForm<Values> & Omit<More, keyof FailedForm>, init);
}
