/** Entries of the inbox as the API returns them. */

import { itemsJson } from '#app/desk/api/respond.server.ts';
import { type Collection, type EditedItem, findForEditor } from '#app/items/collection/collection.ts';
import { editedItemOf } from '#app/items/drafts/item-version.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { readChanges } from '#app/sources/import/entry-columns.ts';
import { NOTICES, noticeOf, readWarning } from '#app/sources/import/put-up-warning.server.ts';
import { type Credit, listCredits } from '#app/sources/inbox/credits.server.ts';

type Args = Parameters<typeof itemsJson>[2];

/** In their order. The item of a change is the one that exists; null if it was deleted meanwhile. */
export async function entriesJson(db: ReadDb, entries: InboxEntryRow[], args: Args): Promise<unknown[]> {
  const { collections } = readContext(args);
  const credits = await listCredits(db, entries);
  const items = new Map<string, unknown>();
  for (const [name, own] of Map.groupBy(entries, ({ collection }) => collection)) {
    if (name === NOTICES) {
      for (const entry of own) items.set(entry.id, warningJson(entry));
      continue;
    }
    const collection = collections[name] as Collection;
    const edited = await Promise.all(
      own.map(async (entry) => [entry.id, await itemOf(db, collection, entry)] as const),
    );
    const found = edited.filter((pair): pair is [string, EditedItem] => pair[1] !== undefined);
    const jsons = await itemsJson(
      collection,
      found.map(([, item]) => item),
      args,
      db,
    );
    for (const [index, [id]] of found.entries()) items.set(id, jsons[index]);
  }
  return entries.map((entry) => entryJson(entry, credits(entry), items.get(entry.id) ?? null));
}

async function itemOf(
  db: ReadDb,
  collection: Collection,
  { itemId, item, receivedAt }: InboxEntryRow,
): Promise<EditedItem | undefined> {
  if (item === null) return findForEditor(collection, db, itemId);
  return editedItemOf(collection, {
    collection: collection.name,
    id: itemId,
    state: 'draft',
    publishAt: null,
    item,
    version: 0,
    createdAt: receivedAt,
    updatedAt: receivedAt,
  });
}

/** The notice that it would be, and what its source says besides. */
function warningJson(entry: InboxEntryRow) {
  const warning = readWarning(entry);
  const { severity, certainty, area, detail } = warning;
  const { startsAt, endsAt, ...notice } = noticeOf(warning);
  const times = { startsAt: isoOf(startsAt), endsAt: isoOf(endsAt) };
  return { id: entry.itemId, ...notice, ...times, source: entry.source, severity, certainty, area, detail };
}

/** As programs see it: the collection of what a source brought, otherwise why it waits. */
export function kindOf({ kind, collection }: Pick<InboxEntryRow, 'kind' | 'collection'>): string {
  return kind === 'new' || kind === 'change' ? collection : kind;
}

function entryJson(entry: InboxEntryRow, [own, ...others]: Credit[], item: unknown) {
  const { id, collection, title, link, stack, receivedAt } = entry;
  return {
    id,
    kind: kindOf(entry),
    collection,
    title,
    link,
    stack,
    source: own ? sourceJson(own) : null,
    receivedAt: new Date(receivedAt).toISOString(),
    item,
    duplicates: others.map((credit) => ({
      id: credit.ownId,
      source: sourceJson(credit),
      title: credit.title,
      link: credit.link,
    })),
    changes: readChanges(entry),
  };
}

function sourceJson({ source, name, address, rank }: Credit) {
  return { id: source, name, address, rank };
}
