/**
 * The response to an automatic save. `draft` and `version` are the tags that the form sends from now on; `at` is the
 * town's time. `empty`: there is nothing to save yet. `refused`: it can't be stored, for example because it is too
 * long. `conflict`: someone else changed the draft or deleted the item.
 */
export type Autosaved =
  | { kind: 'saved'; at: string; draft: string; version: string }
  | { kind: 'empty' | 'refused' | 'conflict' | 'failed' };
