import type { RedirectEntry } from '#app/moving/redirects/redirect-store.server.ts';
import { defineForm } from '#app/platform/forms/field-spec.ts';
import { Field } from '#app/platform/ui/field.tsx';

export type RedirectProblems = { from?: string; to?: string };

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

/** Both sides of a redirect, as the forms of redirects have them. */
export function RedirectFields({ typed, problems }: { typed: RedirectEntry; problems: RedirectProblems }) {
  return redirectForm
    .flat()
    .map((field) => (
      <Field key={field.name} spec={field} value={typed[field.name]} problem={problems[field.name]} />
    ));
}
