/** A fault of one field, worded for a person. `field` is '' when the whole input is meant; `unknown` fields do not exist. */
export type Problem = { field: string; message: string; unknown?: boolean };
