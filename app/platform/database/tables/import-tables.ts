import type { Generated } from 'kysely';

/** Tables of imports from other systems and of old addresses. Instants are UTC epoch milliseconds. */

/**
 * An import. `wanted` is what was requested and has not finished: a job does it. `origin` is the system as people call
 * it: 'Firebase'. `files`, `options`, `report` and `progress` are JSON (`app/moving/import/import-run.ts`). `createdBy` is an
 * account, null for the command line and once the account is deleted.
 */
export type ImportRunRow = {
  id: string;
  /** Waiting for its dry run; reading; ready to import; importing; stopped; done; failed (`trouble` says why); undone. */
  state: 'waiting' | 'reading' | 'ready' | 'importing' | 'stopped' | 'done' | 'failed' | 'undoing' | 'undone';
  wanted: 'dry-run' | 'import' | 'undo' | null;
  createdAt: number;
  createdBy: string | null;
  origin: string;
  files: string;
  options: string;
  report: string | null;
  progress: string | null;
  startedAt: number | null;
  finishedAt: number | null;
  trouble: string | null;
  version: Generated<number>;
};

/**
 * A record that is not imported, or only with a doubt. `record` is its id in the file: 'events/9fT2'. Problems of one
 * `class` are decided together.
 */
export type ImportProblemRow = {
  moveIn: string;
  number: number;
  verdict: 'refused' | 'doubtful';
  class: string;
  file: string;
  record: string;
  title: string;
  field: string;
  problem: string;
};

/**
 * What was imported, forever: nothing is imported twice, and what was deleted here stays deleted. `origin` and `key`
 * identify it in the other system: a site's address or a Firebase project, and its id there; for people, `key` is a
 * hash. `kind` is a collection, 'users', 'subscribers', 'pictures', 'redirects' or 'sources'. `tag` is the item's tag
 * (`itemTagOf`) after the import: an item with another one was edited here. `takenHash` is of what was taken.
 */
export type MovedItemRow = {
  origin: string;
  kind: string;
  key: string;
  itemId: string | null;
  tag: string | null;
  takenHash: string | null;
  moveIn: string;
  createdAt: number;
};

/**
 * `fromPath` is a path of this site, with its query if the query names the page ('/?p=12'). `target` is a path of this
 * site or an http(s) address. `moveIn` is the import that created it.
 */
export type RedirectRow = { fromPath: string; target: string; createdAt: number; moveIn: string | null };

/** An address that was requested and not found. `ignored`: not listed any more. */
export type MissingAddressRow = {
  path: string;
  requests: number;
  firstAt: number;
  lastAt: number;
  ignored: Generated<number>;
};
