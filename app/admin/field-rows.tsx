import type { ReactNode } from 'react';
import type { FieldProblems, FieldSpec, FormSpec, FormValues } from '#app/forms/field-spec.ts';
import { Field } from '#app/ui/field.tsx';

type FieldRowsProps = {
  spec: FormSpec;
  values: FormValues;
  problems: FieldProblems;
  /** What else stands under a field. */
  below?: (spec: FieldSpec) => ReactNode;
};

/** A form's fields in their rows. */
export function FieldRows({ spec, values, problems, below }: FieldRowsProps) {
  return spec.map((row) => (
    <div key={row[0]?.name} className={row.length > 1 ? 'fields' : 'field'}>
      {row.map((field) => (
        <div key={field.name} className="field">
          <Field spec={field} value={values[field.name] ?? ''} problem={problems[field.name]} />
          {below?.(field)}
        </div>
      ))}
    </div>
  ));
}
