import type { ReactNode } from 'react';
import type { FieldProblems, FieldSpec, FormSpec, FormValues } from '#app/forms/field-spec.ts';
import { Field } from '#app/ui/field.tsx';

type FieldRowsProps = {
  spec: FormSpec;
  values: FormValues;
  problems: FieldProblems;
  /** Additional content below a field. */
  below?: (spec: FieldSpec) => ReactNode;
  /** Whether a field has something to notice, so that it must not be folded. */
  isNotable?: (spec: FieldSpec) => boolean;
};

/** A form's fields in their rows; rarely changed ones are folded, unless there is something to notice. */
export function FieldRows({ spec, problems, isNotable, ...rest }: FieldRowsProps) {
  const folded = spec.filter((row) => row.every((field) => field.isDetail));
  const shown = spec.filter((row) => !folded.includes(row));
  const isOpen = folded.flat().some((field) => problems[field.name] || isNotable?.(field));
  return (
    <>
      <Rows spec={shown} problems={problems} {...rest} />
      {folded.length > 0 ? (
        <details className="fold mt" open={isOpen}>
          <summary>Details</summary>
          <div className="fold__body">
            <Rows spec={folded} problems={problems} {...rest} />
          </div>
        </details>
      ) : null}
    </>
  );
}

function Rows({ spec, values, problems, below }: Omit<FieldRowsProps, 'isNotable'>) {
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
