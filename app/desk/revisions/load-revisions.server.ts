import { type Collection, findForEditor } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import {
  countRevisions,
  findRevision,
  listRevisionTexts,
  pageOfRevisions,
  type Revision,
  revisionOrder,
} from '#app/items/revisions/revision-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatLongDate, formatTime, machineTimeOf, townDayOf } from '#app/platform/time/town-time.ts';
import type { PagerLinks } from '#app/platform/ui/pager.tsx';
import type { Town } from '#app/town/town.ts';
import { type ComparedVersions, compareVersions } from './compare-versions.server.ts';
import { changedFields, shownFieldsOf } from './shown-fields.ts';
import { listVersionRows, type Version, type VersionRow } from './version-rows.ts';

/** Most items have fewer. */
const PAGE_SIZE = 50;

/** A version as the page names it. */
export type NamedVersion = { revision: number; when: string; isCurrent: boolean };

/** A row of the list. `change` says what changed, `how` the way it was saved. `isShown`: it is compared. */
export type RevisionRow = NamedVersion & {
  machineTime: string;
  who: string | null;
  change: string;
  how: string;
  isShown: boolean;
};

export type RevisionsPage = ComparedVersions & {
  name: string;
  singular: string;
  id: string;
  title: string;
  rows: RevisionRow[];
  pager: PagerLinks;
  /** How many there are on all pages. */
  total: number;
  /** The parameters of the page that is shown. */
  place: Record<string, string>;
  /** The two revisions that are compared, the earlier first; null if there are fewer than two. */
  compared: { from: NamedVersion; to: NamedVersion } | null;
  /** Whether to restore the earlier one would change the present version. */
  canRestore: boolean;
  isWhole: boolean;
  isRestored: boolean;
  siteTitle: string;
};

type Args = Parameters<typeof readContext>[0] & { url: URL; params: { id: string } };

/**
 * A page of the revisions of an item, two of them compared: `?from=3&to=5`, by default the newest with the newest of
 * the page that differs from it, or else with the one before. Undefined when there is no such item.
 */
export async function loadRevisions(args: Args, collection: Collection): Promise<RevisionsPage | undefined> {
  const { read, town, now } = readContext(args);
  const { id } = args.params;
  const item = isItemId(id) ? await findForEditor(collection, read, id) : undefined;
  if (!item) return undefined;
  const versions = openVersions(read, collection, { id, zone: town.timeZone });
  const query = args.url.searchParams;
  const list = new URL(args.url);
  for (const name of ['from', 'to', 'view', 'restored']) list.searchParams.delete(name);
  const { rows, listed, pager } = await versions.loadPage(list);
  const newest = await versions.findNewest();
  const next = (await versions.find(query.get('to'))) ?? newest;
  const old = (await versions.find(query.get('from'))) ?? (next && findDifferent(listed, next));
  const nameOf = ({ revision, savedAt }: Version): NamedVersion => {
    const when = `${sayDay(savedAt, now, town)}, ${formatTime(savedAt, town)}`;
    return { revision, when, isCurrent: revision === newest?.revision };
  };
  const toRow = ({ shown, revisions, change, how }: VersionRow): RevisionRow => ({
    ...nameOf(shown),
    isCurrent: newest !== undefined && revisions.includes(newest.revision),
    machineTime: machineTimeOf(shown.savedAt, town.timeZone),
    who: shown.savedBy,
    change,
    how,
    isShown: old !== undefined && revisions.includes(old.revision),
  });
  const title = String((next?.input ?? item.input)[collection.source.title] ?? '').trim();
  return {
    name: collection.name,
    singular: collection.singular,
    id,
    title: title || 'Untitled',
    rows: rows.map(toRow),
    pager,
    total: await versions.count(),
    place: Object.fromEntries(list.searchParams),
    compared: old && next ? { from: nameOf(old), to: nameOf(next) } : null,
    canRestore: old !== undefined && newest !== undefined && versions.isRestorable(old, newest),
    ...(old && next ? compareVersions(old.fields, next.fields) : { fields: [], unchanged: [] }),
    isWhole: query.get('view') === 'whole',
    isRestored: query.has('restored'),
    siteTitle: town.title,
  };
}

/** The versions of one item with what their fields say. */
function openVersions(read: ReadDb, collection: Collection, { id, zone }: { id: string; zone: string }) {
  const of = { collection: collection.name, id };
  const toVersion = (found: Revision): Version => ({
    ...found,
    fields: shownFieldsOf(collection, found.input, zone),
  });
  return {
    count: () => countRevisions(read, of),
    async find(revision: string | null) {
      const found = revision ? await findRevision(read, of, Number(revision) || 0) : undefined;
      return found && toVersion(found);
    },
    async findNewest() {
      const [newest] = await listRevisionTexts(read, of, { limit: 1 });
      return newest && toVersion(newest);
    },
    async loadPage(url: URL) {
      const { items, pager } = await loadListPage(
        url,
        revisionOrder,
        (request) => pageOfRevisions(read, of, request),
        undefined,
        PAGE_SIZE,
      );
      // The one before the page says what changed in the last one of the page.
      const texts = await listRevisionTexts(read, of, { from: items[0]?.revision, limit: items.length + 1 });
      const found = texts.map(toVersion);
      const listed = found.slice(0, items.length);
      return { rows: listVersionRows(listed, found[items.length]), listed, pager };
    },
    /** Some fields of an item stay as they are when it is restored. */
    isRestorable(old: Version, newest: Version) {
      const kept = (collection.form.keptOnRestore ?? []).map((name) => [name, newest.input[name]]);
      const restored = { ...old.input, ...Object.fromEntries(kept) };
      return changedFields(shownFieldsOf(collection, restored, zone), newest.fields).length > 0;
    },
  };
}

/** The newest version before `next` that says something else, or else the one before it. */
function findDifferent(versions: Version[], next: Version): Version | undefined {
  const earlier = versions.filter(({ revision }) => revision < next.revision);
  return earlier.find(({ fields }) => changedFields(fields, next.fields).length > 0) ?? earlier[0];
}

function sayDay(at: number, now: number, town: Town): string {
  const day = townDayOf(at, town.timeZone);
  return day === townDayOf(now, town.timeZone) ? 'Today' : formatLongDate(at, town);
}
