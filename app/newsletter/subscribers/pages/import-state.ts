import type { ImportColumns } from '#app/newsletter/subscribers/import-columns.ts';
import type { ImportCounts, RefusedRow } from '#app/newsletter/subscribers/import-subscribers.server.ts';
import type { ConsentInput, ConsentProblems } from './consent-fields.tsx';

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
