import type { KyselyPlugin, RootOperationNode } from 'kysely';
import type { ChangeCounters, ReadDb, Subject, WriteDb } from './handles.ts';

export type { ChangeCounters, Subject } from './handles.ts';

/** What the rows of tables count as. Null: nothing of its own, because it is only queried with another table. */
export type Subjects = Readonly<Record<string, Subject | null>>;

const ownSubjects: Subjects = {
  search_document: null,
  search_trigram: null,
  publication_change: null,
  town_setting: 'town',
  picture: 'pictures',
  document: 'documents',
  document_page: 'documents',
  document_part: 'documents',
  document_use: 'documents',
  source: 'sources',
  source_item: 'sources',
  newsletter_issue: 'newsletter',
  newsletter_setting: 'newsletter',
  redirect: 'redirects',
  notice: 'notices',
  page_menu: 'menu',
  accessibility_finding: 'accessibility',
  accessibility_check: 'accessibility',
  archived_item: 'archive',
  checked_item: 'checks',
};

/** The same of these collections, too. */
export function subjectsOf(
  sources: { kind: string; table: string; counters?: Readonly<Record<string, Subject>> }[],
): Subjects {
  const own = sources.map(({ kind, table, counters }) => ({ [table]: kind, ...counters }));
  return Object.assign({}, ownSubjects, ...own);
}

/** A collection's words and segments belong to the subject of its own table. */
function subjectOf(table: string, subjects: Subjects): Subject | null | undefined {
  if (table.endsWith('_term')) return null;
  return subjects[table.replace(/_(segment|text)$/, '')];
}

/** The current counter of every subject. Throws when the database doesn't respond. */
export async function readChangeCounters(db: ReadDb): Promise<ChangeCounters> {
  const rows = await db.selectFrom('collection_revision').select(['collection', 'revision']).execute();
  return Object.fromEntries(rows.map((row) => [row.collection, Number(row.revision)])) as ChangeCounters;
}

/** The old counters, unless one of them has changed: the same object then means that nothing changed. */
export function replaceIfChanged(old: ChangeCounters, present: ChangeCounters): ChangeCounters {
  return Object.keys(present).every((subject) => old[subject] === present[subject]) ? old : present;
}

/**
 * The same handle, recording in `seen` what its queries read. A page depends on exactly that, so no page has to declare
 * its dependencies. A table without a subject makes the page depend on everything: `seen` gets '*'.
 */
export function noting(db: ReadDb, subjects: Subjects, seen: Set<Subject | '*'>): ReadDb {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      noteTables(node, subjects, seen);
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

function noteTables(node: RootOperationNode, subjects: Subjects, seen: Set<Subject | '*'>): void {
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
    const subject = subjectOf(name, subjects);
    // A name that WITH defines is not a table.
    if (subject !== null && (subject || !made.has(name))) seen.add(subject ?? '*');
  }
}

function nameOf(node: unknown): string {
  return (node as { table: { identifier: { name: string } } }).table.identifier.name;
}
