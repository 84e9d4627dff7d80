/** The list of an item's versions: what changed in each, and automatic saves of the same content in one row. */
import { capitalize } from '#app/items/collection/capitalize.ts';
import type { Revision, RevisionKind } from '#app/items/revisions/revision-store.server.ts';
import type { FieldSpec } from '#app/platform/forms/field-spec.ts';
import { changedFields, type ShownField } from './shown-fields.ts';

/** A revision and what its fields say. */
export type Version = Revision & { fields: ShownField[] };

/** A row of the list. `change` is what changed since the row below, `how` who or what saved it and its status. */
export type VersionRow = { shown: Version; revisions: number[]; change: string; how: string };

/**
 * The rows for versions that follow each other, newest first; `before` is the one before the last of them, if there is
 * one. A row shows the version that someone saved if there is one, and the newest otherwise.
 */
export function listVersionRows(versions: Version[], before: Version | undefined): VersionRow[] {
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
