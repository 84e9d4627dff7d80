import { data, type RouterContextProvider } from 'react-router';
import { findDocumentChoices } from '#app/desk/form/documents/document-choices.server.ts';
import { findChoices } from '#app/desk/form/picture/picture-choices.server.ts';
import { findDeleted } from '#app/desk/list/deleted-notice.server.ts';
import { countScopes } from '#app/desk/list/scope-counts.server.ts';
import { findArchivedDay } from '#app/items/archive/archive-store.server.ts';
import {
  type Collection,
  type EditedItem,
  findForEditor,
  type Publication,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import type { PageContext } from '#app/items/collection/facets.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { findContribution } from '#app/items/drafts/contribution-store.server.ts';
import { findWaitingInput } from '#app/items/drafts/inbox-entries.server.ts';
import { describeObstacles, isOverdue } from '#app/items/drafts/obstacles.server.ts';
import { findOthers } from '#app/items/presence/presence-store.server.ts';
import { describeOthers } from '#app/items/presence/presence-words.ts';
import { countLinkedPictures } from '#app/items/text/linked-pictures.server.ts';
import { describeRelatedRows } from '#app/items/trash/related-rows.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { findAccountName } from '#app/platform/database/account-names.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import type { FormSpec } from '#app/platform/forms/field-spec.ts';
import { formValuesOf } from '#app/platform/forms/form-values.ts';
import { describeUntil } from '#app/platform/time/relative-time.ts';
import {
  formatLongDate,
  formatTime,
  sideOfRepeatedHour,
  townTimeOf,
  zoneNameOf,
} from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import { emptyPage, type FormPage, NEW } from './form-page.ts';
import { loadItemSources } from './item-sources.server.ts';
import './stored-hints.server.tsx';
import { formJsonOf, type Opened, openItem, valuesOf, versionOf } from './opened-item.server.ts';

type Args = { context: Readonly<RouterContextProvider>; url: URL; params: { id: string } };

/** What the form of an item shows, with its fields. */
export async function loadItemForm(args: Args, collection: Collection) {
  const { name, singular, form } = collection;
  const page = await loadPage(args, collection);
  const { values, isNew, missing } = page;
  const spec = (await form.fieldsFor?.({ read: readContext(args).read, values, isNew })) ?? form.fields;
  // Not thrown: someone may be saving an item that was just deleted, and their form must still show what they typed.
  return data({ ...page, name, singular, spec }, missing ? 404 : {});
}

/**
 * The form of an item; id 'add' is a new one with its prefilled values (product contract section 2), with `?copy=`
 * those of another item. An item that waits in the inbox is a new one with the values of its source.
 */
async function loadPage(args: Args, collection: Collection): Promise<FormPage> {
  const { read, town, viewer } = readContext(args);
  const { id } = args.params;
  if (id !== 'add') {
    const opened = await inSnapshot(read, (db) => openItem(collection, db, id));
    if (opened.item) return storedPage(args, collection, opened, opened.item);
  }
  const isWaiting = id !== 'add';
  const input = isWaiting ? await findWaiting(args, collection) : await findPrefilled(args, collection);
  if (!input) return { ...emptyPage, statuses: STATUSES };
  const values = formValuesOf(collection.form.fields, input, town.timeZone);
  return {
    ...commonFacts(args, collection),
    pictures: await findChoices(read, collection.form.fields, values),
    documents: await findDocumentChoices(read, collection.form.fields, values, viewer),
    values: { ...values, publication: usualStatus(args), publishAt: '', draft: NEW },
    isNew: true,
    isWaiting,
  };
}

/** The input of a new item: empty, or as another one. Undefined if that one does not exist. */
async function findPrefilled(args: Args, collection: Collection) {
  const { read, town, now, siteUrl, viewer } = readContext(args);
  const copied = args.url.searchParams.get('copy');
  // A copy has the byline of the original, or none.
  const author = viewer.kind === 'visitor' || copied !== null ? undefined : (viewer.name ?? undefined);
  const fresh = collection.form.draft({ town, now, siteUrl, author });
  return copied === null ? fresh : copyItem(read, collection, copied, { fresh, zone: town.timeZone });
}

async function findWaiting(args: Args, collection: Collection) {
  const { read, town } = readContext(args);
  const { id } = args.params;
  const waiting = isItemId(id) ? await findWaitingInput(read, collection.name, id) : undefined;
  return waiting && formJsonOf(collection, waiting, town);
}

const STATUSES: FormPage['statuses'] = [
  ['draft', 'Draft', 'Only editors can see it'],
  ['scheduled', 'Scheduled', 'Publishes automatically'],
  ['published', 'Published', 'Live on the site'],
];

/** What contributors write stays a draft until an editor publishes it. */
const DRAFTS: FormPage['statuses'] = [['draft', 'Draft', 'You and the editors can see it']];

function usualStatus(args: Args): Publication {
  return readContext(args).viewer.kind === 'contributor' ? 'draft' : 'published';
}

const PERMANENT: FormPage['statuses'] = [['published', 'Published', 'Always on the site']];

/** What all forms show, of new items and stored ones. */
function commonFacts(args: Args, { json: { dateField }, store }: Collection): FormPage {
  const { town, now, viewer } = readContext(args);
  const dated = dateField === undefined ? undefined : { dateField, now: townTimeOf(now, town.timeZone) };
  const isPermanent = store.permanentIds?.includes(args.params.id);
  return {
    ...emptyPage,
    missing: false,
    statuses: isPermanent ? PERMANENT : viewer.kind === 'contributor' ? DRAFTS : STATUSES,
    zone: zoneNameOf(town),
    dated,
  };
}

async function storedPage(
  args: Args,
  collection: Collection,
  opened: Opened,
  item: EditedItem,
): Promise<FormPage> {
  const { read, town, now, siteUrl, viewer } = readContext(args);
  const query = args.url.searchParams;
  const { fields } = collection.form;
  const { draft } = opened;
  const { publishAt, publication } = item;
  const values = valuesOf(collection, opened, fields, town);
  const hasChanges = draft !== undefined && publication !== 'draft';
  return {
    ...commonFacts(args, collection),
    values,
    version: versionOf(opened) ?? NEW,
    pictures: await findChoices(read, fields, values),
    documents: await findDocumentChoices(read, fields, values, viewer),
    // A page that is loaded again may have changed since it was saved.
    saved: query.get('saved') === '1' && !hasChanges,
    savedAs: await sayState(read, collection, item, town),
    publication,
    scheduledFor: publishAt === null ? null : sayTime(publishAt, town),
    scheduledIn: describeUntil(publishAt ?? now, now, town.timeZone),
    overdue: await sayOverdue({ read, town, now, siteUrl }, collection, item),
    changesSavedAt: hasChanges ? sayTime(draft.updatedAt, town) : null,
    contribution: await findFormContribution(args, collection, item),
    isDiscardRefused: query.get('discarded') === '0',
    deleted: await findDeleted(read, query.get('deleted'), now),
    series: await findSeries(read, collection, item, town),
    sources: await findSources(args, collection, fields, item),
    others: await findEditors(args, collection),
    archived: sayArchived(await findArchivedDay(read, collection.name, item.id, town)),
    linkedPictures: describeLinkedPictures(countLinkedPictures(collection, [item.input, draft?.input ?? {}])),
  };
}

/** What became of a saved item. */
async function sayState(read: ReadDb, collection: Collection, item: EditedItem, town: Town): Promise<string> {
  const { id, input, publication, publishAt } = item;
  if (publication === 'published') {
    const more = (await collection.form.describePublished?.(read, id, town)) ?? '';
    return `“${titleOfInput(collection, input)}” is on the site. ${more}`.trim();
  }
  const state =
    publishAt === null
      ? 'Saved as a draft. Only editors can see it.'
      : `Scheduled for ${sayTime(publishAt, town)}.`;
  return `${state} ${await describeRelatedRows(read, collection, id)}`.trim();
}

type Asking = Pick<PageContext, 'read' | 'town' | 'now' | 'siteUrl'>;

async function sayOverdue(
  { read, town, now, siteUrl }: Asking,
  collection: Collection,
  item: EditedItem,
): Promise<string | null> {
  if (!isOverdue(item, now)) return null;
  const due = sayTime(item.publishAt ?? now, town);
  const obstacles = await describeObstacles(read, collection, item, { siteUrl, town, now });
  return `This ${collection.singular} was due on ${due}, but it can’t be published. ${obstacles}`;
}

async function findSeries(
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

async function findSources(
  args: Args,
  collection: Collection,
  spec: FormSpec,
  item: EditedItem,
): Promise<FormPage['sources']> {
  const sources = await loadItemSources(readContext(args), collection, spec, item);
  return sources && { ...sources, isRefused: args.url.searchParams.get('source') === 'refused' };
}

/** Who else has the form open, as text. */
async function findEditors(args: Args, { name }: Collection): Promise<string> {
  const { read, now, viewer } = readContext(args);
  const userId = viewer.kind === 'visitor' ? '' : viewer.userId;
  return describeOthers(await findOthers(read, { collection: name, itemId: args.params.id, userId }, now));
}

async function findFormContribution(
  args: Args,
  { name }: Collection,
  { id, publication }: EditedItem,
): Promise<FormPage['contribution']> {
  const { read, viewer } = readContext(args);
  if (publication !== 'draft') return null;
  const found = await findContribution(read, { collection: name, itemId: id });
  if (!found) return null;
  const { state, note, userId } = found;
  const author = (await findAccountName(read, userId)) ?? 'A contributor';
  return { state, note, author, isOwn: viewer.kind !== 'visitor' && viewer.userId === userId };
}

function sayArchived(day: string | null): string {
  return day === null ? '' : `Archived on ${day}. Take it out of the archive before you change it.`;
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

type Json = Record<string, unknown>;

/** Fields of every collection that a copy does not take from the original. */
const OWN_FIELDS = ['id', 'sourceId', 'pubDate'];

/**
 * The input of a new item that copies the item `id`, except for what identifies the original: its id, source ID and
 * publication date, the collection's `uncopied` fields, and a link to its own page. These are as in `fresh`, the input
 * of an empty new item. Undefined when there is no such item.
 */
async function copyItem(
  read: ReadDb,
  collection: Collection,
  id: string,
  { fresh, zone }: { fresh: Json; zone: string },
): Promise<Json | undefined> {
  const item = isItemId(id) ? await findForEditor(collection, read, id) : undefined;
  if (!item) return undefined;
  const { name } = collection;
  const { toFormJson, uncopied = [] } = collection.form;
  const copy = toFormJson?.(item.input, zone) ?? item.input;
  const own = [
    ...OWN_FIELDS,
    ...uncopied,
    ...(isPageOf(copy.link, fresh.link, `/${name}/${id}`) ? ['link'] : []),
  ];
  const kept = Object.entries(copy).filter(([field]) => !own.includes(field));
  return { ...fresh, ...Object.fromEntries(kept) };
}

/** Whether the link leads to the page `path` of this site, with or without the words of its title. */
function isPageOf(link: unknown, freshLink: unknown, path: string): boolean {
  const [url, fresh] = [URL.parse(String(link)), URL.parse(String(freshLink))];
  if (!url || url.origin !== fresh?.origin) return false;
  return url.pathname === path || url.pathname.startsWith(`${path}/`);
}
