import type { ImportColumns } from '#app/newsletter/subscribers/import-columns.ts';
import type { ImportCounts, RefusedRow } from '#app/newsletter/subscribers/import-subscribers.server.ts';
import { FileForm } from '#app/platform/ui/upload/file-form.tsx';
import { ConsentFields, type ConsentInput, type ConsentProblems } from './consent-fields.tsx';

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

/** What an import would do. `refused` are the first refused rows. */
export type Report = { counts: ImportCounts; refused: RefusedRow[]; columns: ImportColumns };

/** The form of an import as it comes back. */
export type ImportState = {
  typed: ConsentInput;
  problems: ConsentProblems & { file?: string | undefined };
  /** The id of the file, which is kept for an hour. */
  file?: string | undefined;
  /** The file's columns, if none looks like addresses. */
  names?: string[];
  /** How many were added so far, while more of the file is left. */
  added?: number | undefined;
  report?: Report;
};
