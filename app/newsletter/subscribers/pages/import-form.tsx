import { Fragment } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { DataTable } from '#app/desk/list/data-table.tsx';
import type { ImportColumns } from '#app/newsletter/subscribers/import-columns.ts';
import type { ImportCounts, RefusedRow } from '#app/newsletter/subscribers/import-subscribers.server.ts';
import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import { FileForm } from '#app/platform/ui/upload/file-form.tsx';
import { ConsentFields, type ConsentInput } from './consent-fields.tsx';

export const IMPORT_PATH = '/admin/newsletter/subscribers/import';

/** The file, and where and when its people agreed. */
export function ImportForm({ state: { values, problems, file, names = [] } }: { state: ImportState }) {
  return (
    <FileForm
      action={IMPORT_PATH}
      file={{
        label: 'CSV file',
        hint: file
          ? 'The file you chose is still here. Choose another one to replace it.'
          : 'At most 20 MiB and 200,000 rows. One column must have the email addresses.',
        accept: '.csv,.tsv,.txt,text/csv,text/plain',
        maxBytes: 20 * 1024 ** 2,
        problem: problems.file,
      }}
      submit="Check the file"
      busy="Checking…"
      cancel="/admin/newsletter/subscribers"
    >
      {file ? <input type="hidden" name="kept" value={file} /> : null}
      {names.length > 0 ? <ColumnField names={names} /> : null}
      <ConsentFields typed={values} problems={problems} isForFile />
    </FileForm>
  );
}

/** The column with the addresses. */
export function ColumnField({ names, chosen }: { names: string[]; chosen?: number }) {
  return (
    <div className="field">
      <label htmlFor="column">Column with the email addresses</label>
      <select className="input" id="column" name="column" defaultValue={chosen}>
        {names.map((name, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their position, and may share a name
          <option value={position} key={position}>
            {name || `Column ${position + 1}`}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What an import would do. `refused` are the first refused rows. */
export type Report = { counts: ImportCounts; refused: RefusedRow[]; columns: ImportColumns };

/** The form of an import as it comes back: it failed, or waits for the next step. */
export type ImportState = FailedForm<ConsentInput> & {
  /** The id of the file, which is kept for an hour. */
  file?: string | undefined;
  /** The file's columns, if none looks like addresses. */
  names?: string[] | undefined;
  /** How many were added so far, while more of the file is left. */
  added?: number | undefined;
  report?: Report;
};

/** What the import would do, and the button that does it. */
export function ImportReport({ state, report }: { state: ImportState; report: Report }) {
  const { counts, refused, columns } = report;
  const isBusy = useNavigation().state === 'submitting';
  const shown = (count: number) => count.toLocaleString('en');
  return (
    <>
      <section className="panel" aria-labelledby="report">
        <h2 id="report">What will happen</h2>
        <dl className="facts">
          {[
            { name: 'Rows in the file', count: counts.rows },
            { name: 'New subscribers', count: counts.added },
            { name: 'Subscribed already', count: counts.known },
            { name: 'Unsubscribed or bounced here: stay off the list', count: counts.suppressed },
            { name: 'Unsubscribed or bounced in the file: stay off the list', count: counts.off },
            { name: 'Unsubscribed or bounced in the file, but subscribed here: stay', count: counts.kept },
            { name: 'Repeated in the file', count: counts.repeated },
            { name: 'Refused', count: counts.refused },
          ].map(({ name, count }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd className="num">{shown(count)}</dd>
            </Fragment>
          ))}
        </dl>
        {columns.names && columns.consentAt !== undefined ? (
          <p className="small muted mt">
            {`When people agreed is taken from the column “${columns.names[columns.consentAt]}”, and where that has no date, from what you entered.`}
          </p>
        ) : null}
      </section>
      <Form method="post" action={IMPORT_PATH} className="form">
        <input type="hidden" name="kept" value={state.file} />
        <input type="hidden" name="source" value={state.values.source} />
        <input type="hidden" name="date" value={state.values.date} />
        {columns.names ? <ColumnField names={columns.names} chosen={columns.email} /> : null}
        <div className="actions">
          <button
            type="submit"
            name="do"
            value="import"
            className="button button--primary"
            aria-disabled={isBusy || undefined}
          >
            {isBusy
              ? 'Importing…'
              : `Import ${shown(counts.added)} ${counts.added === 1 ? 'subscriber' : 'subscribers'}`}
          </button>
          <button type="submit" name="do" value="check" className="button">
            Check again
          </button>
          <Link className="button" to={IMPORT_PATH}>
            Choose another file
          </Link>
        </div>
      </Form>
      {refused.length > 0 ? <RefusedRows state={state} report={report} /> : null}
    </>
  );
}

function RefusedRows({
  state,
  report: { counts, refused, columns },
}: {
  state: ImportState;
  report: Report;
}) {
  const query = new URLSearchParams({ kept: state.file ?? '', column: String(columns.email) });
  return (
    <section aria-labelledby="refused">
      <h2 id="refused" className="mb">
        Refused rows
      </h2>
      {counts.refused > refused.length ? (
        <p className="mb">
          These are the first {refused.length}.{' '}
          <a href={`/admin/newsletter/subscribers/refused.csv?${query}`} download="refused.csv">
            Download all {counts.refused.toLocaleString('en')} (CSV)
          </a>
        </p>
      ) : null}
      <DataTable
        label="Refused rows"
        rows={refused}
        keyOf={({ line }) => line}
        columns={[
          { head: 'Line', className: 'num', cell: ({ line }) => line },
          { head: 'In the file', label: true, cell: ({ email }) => email || '(empty)' },
          { head: 'Why', label: true, cell: ({ reason }) => reason },
        ]}
      />
    </section>
  );
}
