import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { SourceRow, SourceStateRow } from '#app/platform/database/tables/tables.ts';
import type { Outbound } from '#app/platform/outbound/outbound.server.ts';
import type { ImportContext } from '#app/sources/import/import-context.ts';

/** What checks of sources work with. */
export type CheckContext = ImportContext & { outbound: Outbound; log: Logger };

/** A source as it was when its check began. */
export type CheckedSource = { source: SourceRow; state: Selectable<SourceStateRow> };

/** What a document says about itself, which the next request repeats and which shows whether it has changed. */
export type Validators = Pick<SourceStateRow, 'etag' | 'modified' | 'digest'>;

/**
 * What a check found out. `ms` is how long the server took. `waitMs` is how long it asks to wait before the next request.
 */
export type CheckReport = {
  ms: number;
  waitMs: number;
  found: number;
  added: number;
  changed: number;
  missing: number;
  problem: string | null;
} & (
  | {
      outcome: 'new' | 'same';
      first?: { title: string; collection: string; itemId: string } | undefined;
      /** Where permanent redirects lead. */
      movedTo: string | null;
      /** Undefined when the server did not send the document again. */
      validators?: Validators | undefined;
      /** What the document that was imported says; undefined when it is the same as before. */
      imported?: { format: string | null; site: string | null; isEmptied: boolean } | undefined;
    }
  /** The server asked to come back later. */
  | { outcome: 'later' }
  | {
      outcome: 'failed';
      /** Why it is no longer checked. */
      stopped?: 'gone' | 'moved' | undefined;
      /** Where it seems to be now; an editor decides. */
      movedTo?: string | null | undefined;
    }
);

export const nothing = { waitMs: 0, found: 0, added: 0, changed: 0, missing: 0, problem: null };
