import { defineField, type FieldProblems } from '#app/platform/forms/field-spec.ts';
import { Field } from '#app/platform/ui/field.tsx';

const source = defineField({
  name: 'source',
  label: 'Where they agreed',
  kind: 'line',
  required: true,
  hint: 'For example: sign-up sheet at the fair, or our list at Mailchimp',
});
const date = defineField({
  name: 'date',
  label: 'When they agreed',
  kind: 'date',
  required: true,
  hint: 'The latest day, if there were several',
});

export const consentFields = [source, date];

export type ConsentInput = { source: string; date: string };

type ConsentFieldsProps = { typed: ConsentInput; problems: FieldProblems; isForFile?: boolean };

/** Asks where and when people agreed. */
export function ConsentFields({ typed, problems, isForFile }: ConsentFieldsProps) {
  const hint = 'For people for whom the file has no date. The latest day, if there were several';
  return (
    <>
      <Field spec={source} value={typed.source} problem={problems.source} />
      <Field spec={isForFile ? { ...date, hint } : date} value={typed.date} problem={problems.date} />
    </>
  );
}
