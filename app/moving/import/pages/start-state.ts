/** The first page's form as it comes back. Problems are by field; that of the whole form is `form`. */
export type StartState = {
  from: string;
  hash: string;
  /** The id under which uploaded files are kept, and the files. */
  kept: string;
  files: { field: string; name: string; bytes: number }[];
  /** The import that this one replaces, if nothing of it was imported. */
  instead: string;
  problems: Record<string, string>;
};
