import type { KyselyPlugin, RootOperationNode } from 'kysely';
import type { ReadDb, WriteDb } from './handles.ts';
import type { ChangeCounters, Subject } from './subject.ts';

export type { ChangeCounters, Subject } from './subject.ts';

/**
 * Null: no subject of its own, because it is only queried together with another table. A collection's words and
 * segments belong to the subject of its own table.
 */
const subjectOfTable: Record<string, Subject | null> = {
  search_document: null,
  search_trigram: null,
  article: 'articles',
  article_tag: 'articles',
  news_item: 'news',
  event: 'events',
  poll: 'polls',
  poll_option: 'polls',
  poll_ballot: 'votes',
  poll_closing: 'polls',
  poll_note: 'polls',
  poll_voter: 'votes',
  poll_key: 'votes',
  business: 'businesses',
  town_setting: 'town',
  picture: 'pictures',
  source: 'sources',
  source_item: 'sources',
  newsletter_issue: 'newsletter',
  newsletter_setting: 'newsletter',
  redirect: 'redirects',
};

function subjectOf(table: string): Subject | null | undefined {
  if (table.endsWith('_term')) return null;
  return subjectOfTable[table.replace(/_(segment|text)$/, '')];
}

/** The current counter of every subject. Throws when the database doesn't respond. */
export async function readChangeCounters(db: ReadDb): Promise<ChangeCounters> {
  const rows = await db.selectFrom('collection_revision').select(['collection', 'revision']).execute();
  return Object.fromEntries(rows.map((row) => [row.collection, Number(row.revision)])) as ChangeCounters;
}

/**
 * The same handle, recording in `seen` what its queries read. A page depends on exactly that, so no page has to declare
 * its dependencies. A table without a subject makes the page depend on everything: `seen` gets '*'.
 */
export function noting(db: ReadDb, seen: Set<Subject | '*'>): ReadDb {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      noteTables(node, seen);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  // Every handle is a Kysely; the narrower type only hides the methods that write.
  return (db as WriteDb).withPlugin(plugin);
}

/** The same handle without recording: for data that may be older than what the page depends on. */
export function unnoted(db: ReadDb): ReadDb {
  return (db as WriteDb).withoutPlugins();
}

/** Nodes that read no table. */
const LEAVES: ReadonlySet<string | undefined> = new Set([
  'ReferenceNode',
  'ColumnNode',
  'IdentifierNode',
  'OperatorNode',
  'ValueNode',
  'PrimitiveValueListNode',
]);

function noteTables(node: RootOperationNode, seen: Set<Subject | '*'>): void {
  const pending: unknown[] = [node];
  const [read, made] = [new Set<string>(), new Set<string>()];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    const { kind } = next as { kind?: string };
    if (kind === 'TableNode') read.add(nameOf(next));
    else if (kind === 'CommonTableExpressionNameNode') made.add(nameOf((next as { table: unknown }).table));
    else if (!LEAVES.has(kind)) pending.push(...Object.values(next));
  }
  for (const name of read) {
    const subject = subjectOf(name);
    // A name that WITH defines is not a table.
    if (subject !== null && (subject || !made.has(name))) seen.add(subject ?? '*');
  }
}

function nameOf(node: unknown): string {
  return (node as { table: { identifier: { name: string } } }).table.identifier.name;
}
