import type { Generated } from 'kysely';

/** A file as it was uploaded: `file` is its name in the store, `pages` is null where that is not known. */
type DocumentFileColumns = {
  file: string;
  type: string;
  bytes: number;
  sha256: string;
  pages: number | null;
};

/**
 * A document of the library. Its id never changes, its file can be replaced: `name` is what the file is served as.
 * `hasText` and `tagged` are 'yes', 'no' or 'unknown', `problems` is JSON, `words` is what searches match. `addedBy` is
 * an account, null once that is deleted; `addedByToken` is the name of an API token.
 */
export type DocumentRow = DocumentFileColumns & {
  id: string;
  title: string;
  name: string;
  language: string | null;
  summary: string | null;
  hasText: string;
  tagged: string;
  problems: string;
  words: string;
  addedBy: Generated<string | null>;
  addedByToken: Generated<string | null>;
  createdAt: number;
  replacedAt: number | null;
  updatedAt: number;
};

/** An earlier file of a document; 1 is the first. `createdAt` is when it was uploaded. */
export type DocumentVersionRow = DocumentFileColumns & {
  document: string;
  number: number;
  name: string;
  createdAt: number;
};

/** The text of a document, in order: of a page, or of all of it where it has no pages. */
export type DocumentPartRow = { document: string; position: number; page: number | null; text: string };

/**
 * An item that uses a document. Derived: triggers maintain it. `state` is 'published', or that of the item's version.
 */
export type DocumentUseRow = { collection: string; itemId: string; state: string; document: string };
