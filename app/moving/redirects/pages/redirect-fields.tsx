import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm, type ValuesOf } from '#app/platform/forms/field-spec.ts';
import { Field } from '#app/platform/ui/field.tsx';

export const redirectForm = defineForm([
  [
    {
      name: 'from',
      label: 'Old address',
      kind: 'line',
      required: true,
      hint: 'As it was on the old site, such as /2024/05/title or /?p=12. A whole address is fine, too.',
    },
  ],
  [
    {
      name: 'to',
      label: 'Leads to',
      kind: 'line',
      required: true,
      hint: 'A page of this site, such as /articles, or an address with https://',
    },
  ],
]);

export type FailedRedirect = FailedForm<ValuesOf<typeof redirectForm>>;

/** Both sides of a redirect, as the forms of redirects have them. */
export function RedirectFields({ values, problems }: Pick<FailedRedirect, 'values' | 'problems'>) {
  return redirectForm
    .flat()
    .map((field) => (
      <Field key={field.name} spec={field} value={values[field.name]} problem={problems[field.name]} />
    ));
}
