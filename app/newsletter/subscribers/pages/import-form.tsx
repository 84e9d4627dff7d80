import { FileForm } from '#app/platform/ui/upload/file-form.tsx';
import { ConsentFields } from './consent-fields.tsx';
import type { ImportState } from './import-state.ts';

export const IMPORT_PATH = '/admin/newsletter/subscribers/import';

/** The file, and where and when its people agreed. */
export function ImportForm({ state: { typed, problems, file, names = [] } }: { state: ImportState }) {
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
      <ConsentFields typed={typed} problems={problems} isForFile />
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
