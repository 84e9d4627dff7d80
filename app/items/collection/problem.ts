/** A problem with one field, as text for the user. `field` is '' for the whole input; `unknown` fields do not exist. */
export type Problem = { field: string; message: string; unknown?: boolean };
