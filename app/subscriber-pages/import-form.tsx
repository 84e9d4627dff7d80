import { Form, Link, useNavigation } from 'react-router';
import { ConsentFields } from './consent-fields.tsx';
import type { ImportState } from './import-state.ts';

export const IMPORT_PATH = '/admin/newsletter/subscribers/import';

/** The file, and where and when its people agreed. */
export function ImportForm({ state: { typed, problems, file, names = [] } }: { state: ImportState }) {
  const isBusy = useNavigation().state === 'submitting';
  return (
    <Form method="post" encType="multipart/form-data" action={IMPORT_PATH} className="form" noValidate>
      <div className="field">
        <label htmlFor="file">CSV file</label>
        <span className="hint" id="file-hint">
          {file
            ? 'The file you chose is still here. Choose another one to replace it.'
            : 'At most 20 MB and 200,000 rows. One column must have the email addresses.'}
        </span>
        <input
          className="input"
          id="file"
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-describedby="file-hint"
        />
      </div>
      {file ? <input type="hidden" name="kept" value={file} /> : null}
      {names.length > 0 ? <ColumnField names={names} /> : null}
      <ConsentFields typed={typed} problems={problems} />
      <div className="actions">
        <button type="submit" className="button button--primary" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Checking…' : 'Check the file'}
        </button>
        <Link className="button" to="/admin/newsletter/subscribers">
          Cancel
        </Link>
      </div>
    </Form>
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
