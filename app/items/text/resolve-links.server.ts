import type { KyselyPlugin, UnknownRow } from 'kysely';
import type { Database, ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { resolvedLinkOf } from './own-link.ts';

/** Columns with a link to a page; pictures are shown by their paths. */
const COLUMNS = ['link', 'sourceUrl'];

/**
 * The same database with absolute links in its results: stored paths lead to `siteUrl`, the site's origin. The only
 * place that does this: sites and commands read items through it.
 */
export function resolveLinks<Handles extends Pick<Database, 'read' | 'write'>>(
  database: Handles,
  siteUrl: string,
): Handles {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) =>
      holdsLinks(result.rows[0])
        ? { ...result, rows: result.rows.map((row) => resolveRow(row, siteUrl)) }
        : result,
  };
  return {
    ...database,
    read: (database.read as WriteDb).withPlugin(plugin) as ReadDb,
    write: database.write.withPlugin(plugin),
  };
}

function holdsLinks(row: UnknownRow | undefined): boolean {
  return row !== undefined && (COLUMNS.some((column) => column in row) || isVersion(row));
}

function resolveRow(row: UnknownRow, siteUrl: string): UnknownRow {
  const resolved = { ...row };
  for (const column of COLUMNS) {
    const link = row[column];
    if (typeof link === 'string') resolved[column] = resolvedLinkOf(link, siteUrl);
  }
  if (isVersion(row)) resolved.item = JSON.stringify(resolveRow(JSON.parse(String(row.item)), siteUrl));
  return resolved;
}

/** A version of an item is one column of JSON. */
function isVersion(row: UnknownRow): boolean {
  return typeof row.item === 'string' && ('publishAt' in row || 'revision' in row);
}
