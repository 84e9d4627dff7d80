import { Field } from '#app/platform/ui/field.tsx';

export type ConsentInput = { source: string; date: string };

export type ConsentProblems = { source?: string | undefined; date?: string | undefined };

type ConsentFieldsProps = { typed: ConsentInput; problems: ConsentProblems; isForFile?: boolean };

/** Asks where and when people agreed. */
export function ConsentFields({ typed, problems, isForFile }: ConsentFieldsProps) {
  return (
    <>
      <Field
        spec={{
          name: 'source',
          label: 'Where they agreed',
          kind: 'line',
          required: true,
          hint: 'For example: sign-up sheet at the fair, or our list at Mailchimp',
        }}
        value={typed.source}
        problem={problems.source}
      />
      <Field
        spec={{
          name: 'date',
          label: 'When they agreed',
          kind: 'date',
          required: true,
          hint: isForFile
            ? 'For people for whom the file has no date. The latest day, if there were several'
            : 'The latest day, if there were several',
        }}
        value={typed.date}
        problem={problems.date}
      />
    </>
  );
}
