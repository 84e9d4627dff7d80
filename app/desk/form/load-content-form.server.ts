import { data } from 'react-router';
import { findChoices } from '#app/desk/form/picture/picture-choices.server.ts';
import { type DeletedItems, findDeleted } from '#app/desk/list/deleted-notice.server.ts';
import { countScopes, type ScopeCounts } from '#app/desk/list/scope-counts.server.ts';
import {
  type Collection,
  type Draft,
  type EditedItem,
  findForEditor,
  type Publication,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import type { SeriesPosition } from '#app/items/collection/facets.ts';
import { itemTagOf } from '#app/items/collection/item-tag.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { describeObstacles, isOverdue } from '#app/items/drafts/obstacles.server.ts';
import { findWaitingInput } from '#app/items/drafts/waiting-item.server.ts';
import { findOthers } from '#app/items/presence/presence-store.server.ts';
import { describeOthers } from '#app/items/presence/presence-words.ts';
import type { PictureChoices } from '#app/items/text/lead-picture.server.ts';
import { countLinkedPictures } from '#app/items/text/linked-pictures.server.ts';
import { describeRelatedRows } from '#app/items/trash/related-rows.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/in-snapshot.ts';
import type { FieldProblems, FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import { formValuesOf } from '#app/platform/forms/form-values.ts';
import { describeUntil } from '#app/platform/time/time-until.ts';
import {
  formatLongDate,
  formatTime,
  sideOfRepeatedHour,
  townTimeOf,
  zoneNameOf,
} from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { DatedForm } from './follow-date.ts';
import { copyItem } from './item-copy.server.ts';
import { type ItemSources, loadItemSources } from './item-sources.server.ts';
import { ItemSourcesPanel } from './item-sources-panel.tsx';
import { provideItemSources } from './item-sources-slot.tsx';
import type { TheirField } from './their-fields.server.ts';

provideItemSources(ItemSourcesPanel);

/** The tag that a new item's form sends. */
export const NEW = '0';

/** What a form shows when it is opened. `version` is the item's tag, '0' for a new one. */
export type FormPage = {
  values: FormValues;
  version: string;
  isNew: boolean;
  /** A new item that waits in the inbox until it is saved. */
  isWaiting: boolean;
  saved: boolean;
  /** What became of a saved item. */
  savedAs: string | null;
  /** The item's status now; null for a new item. */
  publication: Publication | null;
  /** When it becomes public, as text in the town's time; null when it is not scheduled. */
  scheduledFor: string | null;
  /** How far away that was when the form was opened: 'Tomorrow, in 15 hours'; '' when it is not scheduled. */
  scheduledIn: string;
  /** Why it is not published yet, although its time has passed; otherwise null. */
  overdue: string | null;
  /** The form shows a draft of changes, saved at this time of the town; otherwise null. */
  changesSavedAt: string | null;
  /** The draft was to be discarded, but it had changed. */
  isDiscardRefused: boolean;
  /** Other items that the save moved to the trash. */
  deleted: DeletedItems | null;
  /** Where it comes from; null if it was written here. */
  sources: ItemSources | null;
  /** Where it is in its series, and how many dates a save can apply to; null unless it is published and repeats. */
  series: (SeriesPosition & { scopes: ScopeCounts | null }) | null;
  /** Who else has the form open, as text. */
  others: string;
  /** The name of the town's time zone. */
  zone: string;
  /** Absent where readers see no date of the item. */
  dated: DatedForm | undefined;
  /** The pictures that `values` names. */
  pictures: PictureChoices;
  /** Says how many pictures of the item, or of its draft, are loaded from other sites; '' for none. */
  linkedPictures: string;
  /** The item does not exist, or no longer. */
  missing: boolean;
  siteTitle: string;
};

/** Why a form was not saved, with everything that was typed. */
export type FailedForm = {
  values: FormValues;
  version: string;
  problems: FieldProblems;
  /** Another editor's changes, by field name; 'gone' when they removed the item. */
  theirs: Record<string, TheirField> | 'gone' | null;
  /** The pictures that `values` names; absent where the browser reports the failure, which knows only their ids. */
  pictures?: PictureChoices;
  /** What was typed shows pictures of other sites, which the form offers to copy. */
  linkedPictures?: string;
  /** Why it was not saved, if it can be saved by sending it again. */
  warning?: string;
  /** Why it was not saved, if there is a specific reason. */
  reason?: string | undefined;
  /** Why the server refused it, whatever was typed: the site is frozen, for example. */
  refusal?: string | undefined;
  /** A probable mistake, because of which the form was not saved; sending it again saves it. */
  question?: string;
  /** The session ended while the form was open. */
  isLoggedOut?: boolean;
};

/** An item as its form is opened with: the item itself, and a draft of it. */
export type Opened = { item: EditedItem | undefined; draft: Draft | undefined };

type Args = Parameters<typeof readContext>[0] & { url: URL; params: { id: string } };

/**
 * The form of an item; id 'add' is a new one with its prefilled values (product contract section 2), with `?copy=`
 * those of another item. An item that waits in the inbox is a new one with the values of its source.
 */
export async function loadContentForm(args: Args, collection: Collection, spec: FormSpec) {
  const { read, town, now, siteUrl, viewer } = readContext(args);
  const { id } = args.params;
  const { dateField } = collection.json;
  const dated = dateField === undefined ? undefined : { dateField, now: townTimeOf(now, town.timeZone) };
  const facts = { ...townFacts(town), dated, saved: args.url.searchParams.get('saved') === '1' };
  if (id === 'add') {
    const copied = args.url.searchParams.get('copy');
    // A copy has the byline of the original, or none.
    const author = viewer.kind === 'visitor' || copied !== null ? null : viewer.name;
    const fresh = collection.form.draft({ town, now, siteUrl, author: author ?? undefined });
    const input =
      copied === null ? fresh : await copyItem(read, collection, copied, { fresh, zone: town.timeZone });
    if (!input) return data({ ...missing, siteTitle: town.title }, 404);
    return newPage(read, spec, formValuesOf(spec, input, town.timeZone), facts);
  }
  const opened = await inSnapshot(read, (db) => openItem(collection, db, id));
  const { item } = opened;
  if (!item) {
    const waiting = isItemId(id) ? await findWaitingInput(read, collection.name, id) : undefined;
    if (!waiting) return data({ ...missing, siteTitle: town.title }, 404);
    const values = formValuesOf(spec, formJsonOf(collection, waiting, town), town.timeZone);
    return newPage(read, spec, values, { ...facts, isWaiting: true });
  }
  const values = valuesOf(collection, opened, spec, town);
  const sources = await loadItemSources({ read, town, now, siteUrl }, collection, spec, item);
  const scheduledFor = item.publishAt === null ? null : sayTime(item.publishAt, town);
  const hasChanges = opened.draft !== undefined && item.publication !== 'draft';
  return page({
    ...facts,
    // The page was loaded again, and has changed since it was saved.
    saved: facts.saved && !hasChanges,
    pictures: await findChoices(read, spec, values),
    values,
    version: versionOf(opened) ?? NEW,
    isNew: false,
    isWaiting: false,
    changesSavedAt: opened.draft && hasChanges ? sayTime(opened.draft.updatedAt, town) : null,
    isDiscardRefused: args.url.searchParams.get('discarded') === '0',
    publication: item.publication,
    scheduledFor,
    scheduledIn: describeUntil(item.publishAt ?? now, now, town.timeZone),
    savedAs:
      item.publication === 'published'
        ? await sayOnSite(read, collection, item, town)
        : `${scheduledFor ? `Scheduled for ${scheduledFor}.` : 'Saved as a draft. Only editors can see it.'} ${await describeRelatedRows(read, collection, id)}`.trim(),
    overdue: isOverdue(item, now)
      ? `This ${collection.singular} was due on ${sayTime(item.publishAt ?? now, town)}, but it can’t be published. ${await describeObstacles(read, collection, item, { siteUrl, town, now })}`
      : null,
    deleted: await findDeleted(read, args.url.searchParams.get('deleted'), now),
    series: await seriesPositionOf(read, collection, item, town),
    sources: sources && { ...sources, isRefused: args.url.searchParams.get('source') === 'refused' },
    others: describeOthers(
      await findOthers(
        read,
        { collection: collection.name, itemId: id, userId: viewer.kind === 'visitor' ? '' : viewer.userId },
        now,
      ),
    ),
    linkedPictures: describeLinkedPictures(
      countLinkedPictures(collection, [item.input, opened.draft?.input ?? {}]),
    ),
  });
}

async function seriesPositionOf(
  read: ReadDb,
  collection: Collection,
  { id, item, publication }: EditedItem,
  clock: Town,
): Promise<FormPage['series']> {
  const { series } = collection.facets.adminList;
  if (!series || !item || publication !== 'published') return null;
  const place = (await series.findPlaces(read, [item], { clock, isFolded: false })).get(id);
  return place ? { ...place, scopes: await countScopes(read, collection, id) } : null;
}

async function sayOnSite(read: ReadDb, collection: Collection, { id, input }: EditedItem, town: Town) {
  const more = (await collection.form.describePublished?.(read, id, town)) ?? '';
  return `“${titleOfInput(collection, input)}” is on the site. ${more}`.trim();
}

/** The form of an item that does not exist yet. */
async function newPage(
  read: ReadDb,
  spec: FormSpec,
  values: FormValues,
  facts: Pick<FormPage, 'zone' | 'siteTitle' | 'dated'> & { isWaiting?: boolean },
) {
  return page({
    isWaiting: false,
    ...facts,
    pictures: await findChoices(read, spec, values),
    values: { ...values, publication: 'published', publishAt: '', draft: NEW },
    version: NEW,
    isNew: true,
    saved: false,
    savedAs: null,
    publication: null,
    scheduledFor: null,
    scheduledIn: '',
    overdue: null,
    changesSavedAt: null,
    isDiscardRefused: false,
    deleted: null,
    series: null,
    sources: null,
    others: '',
    linkedPictures: '',
  });
}

export async function openItem(collection: Collection, read: ReadDb, id: unknown): Promise<Opened> {
  if (typeof id !== 'string' || !isItemId(id)) return { item: undefined, draft: undefined };
  return {
    item: await findForEditor(collection, read, id),
    draft: await collection.store.unpublished?.findDraft(read, id),
  };
}

/** The tag of the item that the form changes: with a draft of changes, as it was when the draft was started. */
export function versionOf({ item, draft }: Opened): string | undefined {
  if (!item || item.publication === 'draft') return item && itemTagOf(item);
  return draft?.form?.base ?? itemTagOf(item);
}

/** The values that the form shows: those of the draft, if there is one. */
export function valuesOf(
  collection: Collection,
  { item, draft }: Opened,
  spec: FormSpec,
  town: Town,
): FormValues {
  const publishAt = item?.publishAt ?? null;
  const own = {
    publication: item?.publication ?? 'published',
    publishAt: publishAt === null ? '' : townTimeOf(publishAt, town.timeZone),
  };
  return {
    ...formValuesOf(spec, formJsonOf(collection, draft?.input ?? item?.input ?? {}, town), town.timeZone),
    ...(draft?.form ? { publication: draft.form.publication, publishAt: draft.form.publishAt } : own),
    draft: draft ? itemTagOf(draft) : NEW,
  };
}

export function formJsonOf(
  { form: { toFormJson } }: Pick<Collection, 'form'>,
  input: Record<string, unknown>,
  { timeZone }: Pick<Town, 'timeZone'>,
): Record<string, unknown> {
  return toFormJson?.(input, timeZone) ?? input;
}

export function describeLinkedPictures(count: number): string {
  if (count === 0) return '';
  const pictures = count === 1 ? '1 picture is' : `${count} pictures are`;
  return `${pictures} loaded from other sites. Readers’ browsers contact those sites.`;
}

/** 'Saturday, November 21, 2026, 7:00 AM'; also which of the two, where the clock shows that time twice. */
function sayTime(at: number, town: Town): string {
  const side = sideOfRepeatedHour(at, town.timeZone);
  const text = `${formatLongDate(at, town)}, ${formatTime(at, town)}`;
  return side ? `${text}, ${side} the clocks go back` : text;
}

function townFacts(town: Town) {
  return { zone: zoneNameOf(town), siteTitle: town.title };
}

function page(facts: Omit<FormPage, 'missing'>) {
  return data<FormPage>({ ...facts, missing: false });
}

/**
 * Not thrown: a user may be saving an item that was just deleted, and then this page must still show what they typed.
 */
const missing: FormPage = {
  values: {},
  version: NEW,
  isNew: false,
  isWaiting: false,
  saved: false,
  savedAs: null,
  publication: null,
  scheduledFor: null,
  scheduledIn: '',
  overdue: null,
  changesSavedAt: null,
  isDiscardRefused: false,
  deleted: null,
  series: null,
  sources: null,
  others: '',
  pictures: {},
  linkedPictures: '',
  zone: '',
  dated: undefined,
  siteTitle: '',
  missing: true,
};
