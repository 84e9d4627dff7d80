import { capitalize } from '#app/collection/capitalize.ts';
import { type Collection, findForEditor } from '#app/collection/collection.ts';
import { type Comparison, compareTexts } from '#app/content/compare-texts.ts';
import { isItemId } from '#app/content/item-id.ts';
import { loadListPage } from '#app/content/list-page.server.ts';
import { readVisit } from '#app/context.ts';
import {
  countRevisions,
  findRevision,
  listRevisions,
  pageOfRevisions,
  type Revision,
  type RevisionEntry,
  revisionOrder,
} from '#app/drafts/revision-store.server.ts';
import { type FieldSpec, fieldsOf } from '#app/forms/field-spec.ts';
import { formValuesOf } from '#app/forms/form-values.ts';
import { pairNotes } from '#app/forms/notes.ts';
import { plainLinesOf } from '#app/html/extract.server.ts';
import { formatLongDate, formatTime, machineTimeOf, townDayOf } from '#app/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { PagerLinks } from '#app/ui/pager.tsx';

/** Most items have fewer. */
const PAGE_SIZE = 50;

export type RevisionRow = {
  revision: number;
  when: string;
  machineTime: string;
  who: string | null;
  what: string;
  isCurrent: boolean;
};

/** A field that differs. `isOnlyMarkup`: only its formatting differs. */
export type ComparedField = Comparison & {
  name: string;
  label: string;
  isProse: boolean;
  isOnlyMarkup: boolean;
};

export type RevisionsPage = {
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
  compared: { from: RevisionRow; to: RevisionRow } | null;
  fields: ComparedField[];
  /** Labels of the fields that are the same. */
  unchanged: string[];
  isWhole: boolean;
  isRestored: boolean;
  siteTitle: string;
};

type Args = Parameters<typeof readVisit>[0] & { url: URL; params: { id: string } };

/**
 * A page of the revisions of an item, two of them compared: `?from=3&to=5`, by default the newest with the one before
 * it, or on a later page with the first of the page. Undefined when there is no such item.
 */
export async function loadRevisions(args: Args, collection: Collection): Promise<RevisionsPage | undefined> {
  const { read, town, now } = readVisit(args);
  const { id } = args.params;
  const item = isItemId(id) ? await findForEditor(collection, read, id) : undefined;
  if (!item) return undefined;
  const of = { collection: collection.name, id };
  const list = new URL(args.url);
  for (const name of ['from', 'to', 'view', 'restored']) list.searchParams.delete(name);
  const { items: entries, pager } = await loadListPage(
    list,
    revisionOrder,
    (request) => pageOfRevisions(read, of, request),
    undefined,
    PAGE_SIZE,
  );
  const query = args.url.searchParams;
  const find = (text: string | null) => (text ? findRevision(read, of, Number(text) || 0) : undefined);
  const [newest] = await listRevisions(read, of, 1);
  const next = (await find(query.get('to'))) ?? (await find(String(newest?.revision ?? '')));
  const earlier = entries.find(({ revision }) => next !== undefined && revision < next.revision);
  const old = (await find(query.get('from'))) ?? (await find(String(earlier?.revision ?? '')));
  const rowOf = (entry: RevisionEntry) => describe(entry, now, town, entry.revision === newest?.revision);
  const title = String((next?.input ?? item.input)[collection.source.title] ?? '').trim();
  return {
    name: collection.name,
    singular: collection.singular,
    id,
    title: title || 'Untitled',
    rows: entries.map(rowOf),
    pager,
    total: await countRevisions(read, of),
    place: Object.fromEntries(list.searchParams),
    compared: old && next ? { from: rowOf(old), to: rowOf(next) } : null,
    ...(old && next ? compare(collection, old, next, town.timeZone) : { fields: [], unchanged: [] }),
    isWhole: query.get('view') === 'whole',
    isRestored: query.has('restored'),
    siteTitle: town.title,
  };
}

const kinds = {
  saved: 'Saved',
  autosaved: 'Autosaved',
  restored: 'Restored from an earlier version',
  kept: 'Before the first change here',
} as const;

const publications: Record<string, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
};

function describe(entry: RevisionEntry, now: number, town: Town, isCurrent: boolean): RevisionRow {
  const { revision, savedAt, savedBy, kind, publication } = entry;
  const what = `${kinds[kind]}. ${publications[publication] ?? ''}`.trim();
  return {
    revision,
    when: `${sayDay(savedAt, now, town)}, ${formatTime(savedAt, town)}`,
    machineTime: machineTimeOf(savedAt, town.timeZone),
    who: savedBy,
    what: isCurrent ? `Current. ${what}` : what,
    isCurrent,
  };
}

function sayDay(at: number, now: number, town: Town): string {
  const day = townDayOf(at, town.timeZone);
  return day === townDayOf(now, town.timeZone) ? 'Today' : formatLongDate(at, town);
}

function compare(collection: Collection, old: Revision, next: Revision, zone: string) {
  const spec = specOf(collection, next).filter(({ kind }) => kind !== 'id');
  const shownOf = ({ input }: Revision) => collection.toFormJson?.(input, zone) ?? input;
  const fields: ComparedField[] = [];
  const unchanged: string[] = [];
  for (const field of spec) {
    const [before, after] = [rawOf(field, shownOf(old), zone), rawOf(field, shownOf(next), zone)];
    if (before === after) {
      if (after !== '') unchanged.push(field.label);
      continue;
    }
    const isHtml = field.kind === 'html';
    const comparison = compareTexts(
      isHtml ? plainLinesOf(before) : before,
      isHtml ? plainLinesOf(after) : after,
    );
    fields.push({
      ...comparison,
      name: field.name,
      label: field.label,
      isProse: isHtml || field.kind === 'text',
      isOnlyMarkup: comparison.blocks.every(({ isChanged }) => !isChanged),
    });
  }
  return { fields, unchanged };
}

function specOf({ form, htmlFields }: Collection, { input }: Revision): FieldSpec[] {
  if (form) return fieldsOf(form);
  return Object.keys(input).map((name) => {
    const kind = name === 'id' ? 'id' : htmlFields.includes(name) ? 'html' : 'line';
    return { name, label: capitalize(name), kind, required: false };
  });
}

/** A field's value as its form shows it; a list has a line for each entry. */
function rawOf(field: FieldSpec, input: Record<string, unknown>, zone: string): string {
  const value = formValuesOf([[field]], input, zone)[field.name] ?? '';
  if (field.kind === 'notes')
    return pairNotes([value].flat())
      .map(({ date, text }) => `${date.replace('T', ' ')}: ${text}`)
      .join('\n');
  if (Array.isArray(value)) return value.join('\n');
  if (field.kind === 'datetime') return value.replace('T', ' ');
  return field.choices?.find((choice) => choice.value === value)?.label ?? value;
}
