import { useEffect, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import { DataTable } from '#app/desk/list/data-table.tsx';
import type { Column, Columns, DateReading } from '#app/moving/import/pages/load-columns.server.ts';
import type { FieldProblems } from '#app/platform/forms/field-spec.ts';
import { FormActions } from '#app/platform/ui/form-actions.tsx';

type ColumnsFormProps = {
  path: string;
  table: Columns;
  problems: FieldProblems;
};

/** What the rows of a table are, and what each of its columns becomes. */
export function ColumnsForm({ path, table, problems }: ColumnsFormProps) {
  return (
    <Form method="post" action={`${path}/mapping`} className="stack-lg columns">
      <KindField table={table} />
      <section className="panel flush" aria-labelledby="columns">
        <div className="cluster between">
          <h2 id="columns">Your columns</h2>
        </div>
        <DataTable
          label="Columns and what they become"
          rows={table.columns}
          keyOf={({ at }) => `${table.kind} ${at}`}
          columns={[
            { head: 'Your column', cell: ({ name }) => name },
            {
              head: 'First values',
              className: 'wide column__values',
              cell: (column) => <Values {...column} />,
            },
            {
              head: 'Becomes',
              className: 'wide',
              cell: (column) => (
                <Becomes column={column} fields={table.fields} problem={problems[`column-${column.at}`]} />
              ),
            },
          ]}
        />
      </section>
      {table.hidden > 0 ? (
        <p className="muted">{table.hidden} more columns are not recognized and left out.</p>
      ) : null}
      {table.order ? <DateOrderField order={table.order} chosen={table.chosenOrder} /> : null}
      <FormActions submit="Start dry run" busy="Starting…" cancel="/admin/move-in" />
    </Form>
  );
}

/** With JavaScript, another kind shows its fields at once; without, the button does. */
function KindField({ table: { kind: chosen, kinds } }: { table: Columns }) {
  const submit = useSubmit();
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  return (
    <fieldset className="panel panel--plain field">
      <legend>What are the rows?</legend>
      <input type="hidden" name="shown" value={chosen} />
      <div className="cluster">
        {kinds.map(({ kind, label }) => (
          <label className="check" key={kind}>
            <input
              type="radio"
              name="collection"
              value={kind}
              defaultChecked={kind === chosen}
              onChange={({ currentTarget: { form } }) => submit(form, { preventScrollReset: true })}
            />
            {label}
          </label>
        ))}
        {hasScript ? null : (
          <button type="submit" name="do" value="kind" className="button button--small">
            Show its fields
          </button>
        )}
      </div>
    </fieldset>
  );
}

function Values({ values, dates }: Column) {
  return (
    <>
      {values.length > 0 ? <p className="column__cells">{values.join(' · ')}</p> : null}
      {dates.length > 0 ? <Dates dates={dates} /> : null}
      {values.length > 0 ? null : <span className="muted">No values in the first rows</span>}
    </>
  );
}

type BecomesProps = { column: Column; fields: Columns['fields']; problem: string | undefined };

function Becomes({ column: { at, name, field, note }, fields, problem }: BecomesProps) {
  const id = `column-${at}`;
  if (note) return <span className="muted">{note}</span>;
  return (
    <>
      <label className="vh" htmlFor={id}>
        {name} becomes
      </label>
      {problem ? (
        <span className="error" id={`${id}-error`}>
          {problem}
        </span>
      ) : null}
      <select
        className="input"
        id={id}
        name={id}
        defaultValue={field}
        aria-describedby={problem ? `${id}-error` : undefined}
        aria-invalid={problem ? true : undefined}
      >
        <option value="">Leave out</option>
        {fields.map(({ field: value, label, isDate }) => (
          <option value={value} data-date={isDate || undefined} key={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  );
}

/** How values are read as dates. Shown only while the column becomes a date, by CSS. */
function Dates({ dates }: { dates: DateReading[] }) {
  return (
    <ul className="column__dates">
      {dates.map(({ cell, month, day }) => (
        <li key={cell}>
          {cell} <span aria-hidden="true">→</span> <span className="vh">is read as</span>
          {month === day ? (
            <strong>{month || 'not a date that can be read'}</strong>
          ) : (
            <>
              <strong data-order="month">{month}</strong>
              <span data-order="both"> or </span>
              <strong data-order="day">{day}</strong>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

type DateOrderFieldProps = { order: NonNullable<Columns['order']>; chosen: string };

/** How dates like 05/12/2026 are read. If the table contradicts itself, they can wait for the dry run. */
function DateOrderField({ order: { example, month, day, other }, chosen }: DateOrderFieldProps) {
  const choices = [
    { value: 'month', label: 'Month first', reading: month },
    { value: 'day', label: 'Day first', reading: day },
  ];
  return (
    <fieldset className="panel panel--plain field">
      <legend>How are dates written?</legend>
      {other ? (
        <p className="hint" id="order-hint">
          {other} has the day first. {example} can be read in two ways.
        </p>
      ) : null}
      {choices.map(({ value, label, reading }) => (
        <label className="choice" key={value}>
          <input type="radio" name="date-order" value={value} defaultChecked={chosen === value} />
          <span>
            {label}
            <span className="hint">
              {example} is {reading}
            </span>
          </span>
        </label>
      ))}
      {other ? (
        <label className="choice">
          <input type="radio" name="date-order" value="" defaultChecked={chosen === ''} />
          <span>
            Decide after the dry run
            <span className="hint">It lists these dates</span>
          </span>
        </label>
      ) : null}
    </fieldset>
  );
}
