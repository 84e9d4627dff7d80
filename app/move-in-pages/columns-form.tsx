import { Form } from 'react-router';
import { FormActions } from '#app/ui/form-actions.tsx';
import type { Columns } from './load-columns.server.ts';

type ColumnsFormProps = {
  path: string;
  table: Columns;
  /** The column of each field. */
  mapping: Record<string, string>;
  problems: Record<string, string>;
};

/** A choice of a column for each field. */
export function ColumnsForm({ path, table, mapping, problems }: ColumnsFormProps) {
  return (
    <Form method="post" action={`${path}/mapping`} className="form panel">
      <h2>Columns</h2>
      <p className="muted">Columns that are not chosen are left out.</p>
      <input type="hidden" name="collection" value={table.kind} />
      {table.fields.map(({ field, label, isRequired }) => (
        <div className="field mt" key={field}>
          <label htmlFor={`field-${field}`}>
            {label}
            {isRequired ? null : (
              <>
                {' '}
                <span className="optional">(optional)</span>
              </>
            )}
          </label>
          {problems[field] ? (
            <span className="error" id={`${field}-error`}>
              {problems[field]}
            </span>
          ) : null}
          <select
            className="input"
            id={`field-${field}`}
            name={`field-${field}`}
            defaultValue={mapping[field] ?? ''}
            aria-describedby={problems[field] ? `${field}-error` : undefined}
            aria-invalid={problems[field] ? true : undefined}
          >
            <option value="">None</option>
            {table.columns.map((column) => (
              <option value={column} key={column}>
                {column}
              </option>
            ))}
          </select>
        </div>
      ))}
      <FormActions submit="Start dry run" busy="Starting…" cancel="/admin/move-in" />
    </Form>
  );
}
