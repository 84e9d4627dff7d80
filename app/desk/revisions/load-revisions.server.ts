import { capitalize } from '#app/items/collection/capitalize.ts';
import { type Collection, findForEditor } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import {
  countRevisions,
  findRevision,
  listRevisionTexts,
  pageOfRevisions,
  type Revision,
  type RevisionKind,
  revisionOrder,
} from '#app/items/revisions/revision-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { FieldSpec } from '#app/platform/forms/field-spec.ts';
import { formatLongDate, formatTime, machineTimeOf, townDayOf } from '#app/platform/time/town-time.ts';
import type { PagerLinks } from '#app/platform/ui/pager.tsx';
import type { Town } from '#app/town/town.ts';
import { type ComparedVersions, compareVersions } from './compare-versions.server.ts';
import { changedFields, type ShownField, shownFieldsOf } from './shown-fields.ts';

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

/** A revision and what its fields say. */
type Version = Revision & { fields: ShownField[] };

/** A row of the list. `change` is what changed since the row below, `how` who or what saved it and its status. */
type VersionRow = { shown: Version; revisions: number[]; change: string; how: string };

/**
 * The rows for versions that follow each other, newest first; `before` is the one before the last of them, if there is
 * one. A row shows the version that someone saved if there is one, and the newest otherwise.
 */
function listVersionRows(versions: Version[], before: Version | undefined): VersionRow[] {
  const groups = foldAutosaves(versions);
  const all = groups.map((group) => group.find(isSavedByHand) ?? (group[0] as Version));
  return groups.map((group, at) => {
    const shown = all[at] as Version;
    return {
      shown,
      revisions: group.map(({ revision }) => revision),
      change: sayChange(shown, all[at + 1] ?? before) ?? sayFirst(group),
      how: `${sayKind(shown.kind, group)}. ${statuses[shown.publication] ?? ''}`.trim(),
    };
  });
}

const isSavedByHand = ({ kind }: Version) => kind !== 'autosaved';

function foldAutosaves(versions: Version[]): Version[][] {
  const groups: Version[][] = [];
  for (const version of versions) {
    const group = groups.at(-1);
    if (group && isFolded(version, group)) group.push(version);
    else groups.push([version]);
  }
  return groups;
}

/** What people saved keeps a row of its own. */
function isFolded(version: Version, group: Version[]): boolean {
  const [newest] = group;
  if (!newest || (isSavedByHand(version) && group.some(isSavedByHand))) return false;
  return changedFields(version.fields, newest.fields).length === 0;
}

const kinds: Record<RevisionKind, string> = {
  saved: 'Saved',
  autosaved: 'Autosaved',
  restored: 'Restored from an earlier version',
  kept: 'Before the first change here',
};

const statuses: Record<string, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
};

function sayKind(kind: RevisionKind, group: Version[]): string {
  const automatic = group.filter((version) => !isSavedByHand(version)).length;
  const times = automatic === 1 ? '' : ` ${automatic} times`;
  if (kind === 'autosaved') return `Autosaved${times}`;
  return automatic === 0 ? kinds[kind] : `${kinds[kind]}, and autosaved${times}`;
}

function sayChange(version: Version, before: Version | undefined): string | undefined {
  if (!before) return undefined;
  const changed = changedFields(before.fields, version.fields);
  if (changed.length > 0) return `${capitalize(list(changed.map(nameOf)))} changed`;
  return version.publication === before.publication ? 'Nothing changed' : 'Status changed';
}

/** Older versions than the oldest one may have been thinned out. */
function sayFirst(group: Version[]): string {
  const oldest = group.at(-1);
  if (oldest?.revision !== 1) return 'Oldest version';
  return oldest.publication === 'draft' ? 'First draft' : 'First version';
}

/** As an editor would call it in a sentence. */
function nameOf({ name, label, kind }: FieldSpec): string {
  if (kind === 'picture') return 'picture';
  if (name === 'documents') return 'documents';
  if (name === 'description') return 'text';
  // Not the first letter of an abbreviation, such as URL.
  return /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

/** A row has little room. */
const MOST_NAMED = 3;

const inSentence = new Intl.ListFormat('en-US');

function list(names: string[]): string {
  if (names.length <= MOST_NAMED) return inSentence.format(names);
  const others = names.length - MOST_NAMED + 1;
  return inSentence.format([...names.slice(0, MOST_NAMED - 1), `${others} more fields`]);
}
