import type { CountFilter } from '#app/desk/list/count-filters.tsx';
import { capitalize } from '#app/items/collection/capitalize.ts';
import type { Collections } from '#app/items/collection/collection.ts';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import {
  type DocumentProblem,
  PROBLEMS,
  type ProblemCode,
} from '#app/platform/document-reader/document-facts.ts';
import {
  countDocuments,
  type DocumentFilter,
  documentOrder,
  listDocuments,
  type StoredDocument,
} from '#app/platform/media/documents/document-store.server.ts';
import { bytesText, documentFacts } from '#app/platform/media/documents/document-types.ts';
import {
  countDocumentUses,
  type DocumentUse,
  listDocumentUses,
} from '#app/platform/media/documents/document-uses.server.ts';
import { listCleanableDocuments } from '#app/platform/media/documents/remove-document.server.ts';
import { countRevised, TRASH } from '#app/platform/media/picture-uses.server.ts';
import { formatDate, formatTime } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';

type Args = Parameters<typeof writeContext>[0] & { url: URL };

/** What an address says about the last action. */
const notices = ['added', 'deleted', 'cleaned', 'saved'];

/** A document as the library shows it. */
export type ListedDocument = {
  id: string;
  title: string;
  name: string;
  /** 'PDF, 12 pages, 340 KB' */
  facts: string;
  /** 'November 13, 2026', or when it was replaced */
  uploaded: string;
  /** '2 places' or 'Not used' */
  used: string;
  finding: Finding;
};

/** The worst finding as a badge. */
export type Finding = { label: string; tone: 'danger' | 'warning' | 'success' };

/** A page of the library, newest first: `?q=` finds documents by their words, `?show=` those with findings or without use. */
export async function loadDocuments(args: Args) {
  const { read, town } = readContext(args);
  const url = new URL(args.url);
  for (const notice of notices) url.searchParams.delete(notice);
  const q = (url.searchParams.get('q') ?? '').trim();
  const asked = url.searchParams.get('show');
  const show: DocumentFilter['show'] = asked === 'unused' || asked === 'findings' ? asked : undefined;
  const filter: DocumentFilter = { q, show };
  const { items, pager } = await loadListPage(url, documentOrder, (request) =>
    listDocuments(read, filter, request),
  );
  const uses = await countDocumentUses(
    read,
    items.map(({ id }) => id),
  );
  const number = new Intl.NumberFormat(town.locale);
  const documents = items.map(
    (document): ListedDocument => listedDocument(document, uses.get(document.id) ?? 0, { town, number }),
  );
  return { documents, pager, q, show: (show ?? '') as 'findings' | 'unused' | '' };
}

type Shown = { town: Town; number: Intl.NumberFormat };

/** `uses` is in how many items it is. */
export function listedDocument(
  document: StoredDocument,
  uses: number,
  { town, number }: Shown,
): ListedDocument {
  const { id, title, name, createdAt, replacedAt } = document;
  return {
    id,
    title,
    name,
    facts: documentFacts(document),
    uploaded: replacedAt === null ? formatDate(createdAt, town) : `Replaced ${formatDate(replacedAt, town)}`,
    used: uses === 0 ? 'Not used' : uses === 1 ? '1 place' : `${number.format(uses)} places`,
    finding: findingOf(document),
  };
}

function findingOf({ problems, summary }: StoredDocument): Finding {
  const facts = problems.map(({ code }) => PROBLEMS[code as ProblemCode]);
  const [first] = facts;
  if (!first) return { label: 'No problems', tone: 'success' };
  const others = facts.length > 1 ? ` and ${facts.length - 1} more` : '';
  // A summary is what helps most against a scan.
  if (first.isSerious && summary) return { label: `${first.label}, with a summary`, tone: 'warning' };
  return { label: first.label + others, tone: first.isSerious ? 'danger' : 'warning' };
}

export function toneOf({ code }: DocumentProblem): 'danger' | 'warning' {
  return PROBLEMS[code as ProblemCode]?.isSerious ? 'danger' : 'warning';
}

/** The library's filters with their counts, and how much there is. `current` is the one that is shown. */
export async function loadDocumentFacts(args: Args, current: '' | 'findings' | 'unused') {
  const { read, write, town, now, collections } = writeContext(args);
  const counts = await countDocuments(read);
  const number = new Intl.NumberFormat(town.locale);
  const filters: CountFilter[] = [
    { label: 'All', key: '' as const, total: counts.all },
    { label: 'With findings', key: 'findings' as const, total: counts.findings },
    { label: 'Not used', key: 'unused' as const, total: counts.unused },
  ].map(({ label, key, total }) => ({
    label,
    href: `/admin/documents${key ? `?show=${key}` : ''}`,
    count: number.format(total),
    isCurrent: key === current,
  }));
  return {
    filters,
    total: counts.all,
    summary: `${counts.all === 1 ? '1 document' : `${number.format(counts.all)} documents`}, ${bytesText(counts.bytes)}`,
    cleanable:
      current === 'unused' ? (await listCleanableDocuments(write, sourcesOf(collections), now)).length : 0,
  };
}

/** A place where a document is used: its form, and what the item is. */
export type ShownDocumentUse = { href: string; title: string; what: string };

/** Where a document is used. `count` is the number of items, `revised` that of items with earlier versions that have it. */
export async function loadDocumentUses(
  args: Parameters<typeof writeContext>[0],
  id: string,
): Promise<{ uses: ShownDocumentUse[]; count: number; revised: number }> {
  const { read, collections } = readContext(args);
  const uses = await listDocumentUses(read, sourcesOf(collections), [id]);
  const items = new Set(uses.map(({ collection, itemId }) => `${collection}/${itemId}`));
  return {
    uses: uses.map((use) => describeUse(use, collections)),
    count: items.size,
    revised: await countRevised(read, id),
  };
}

function describeUse(
  { collection, itemId, title, state }: DocumentUse,
  collections: Collections,
): ShownDocumentUse {
  const kind = collections[collection]?.singular ?? 'item';
  return {
    href: state === TRASH ? '/admin/trash' : `/admin/${collection}/${itemId}`,
    title: title.trim() || 'Untitled',
    what: `${capitalize(kind)}, ${state === TRASH ? 'in the trash' : state}`,
  };
}

/** 'November 13, 2026, 4:15 PM' */
export function momentText(at: number, town: Town): string {
  return `${formatDate(at, town)}, ${formatTime(at, town)}`;
}
