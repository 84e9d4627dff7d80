/** The documents of items in feeds: as attachments, and as links below the text. */
import type { Collections } from '#app/items/collection/collection.ts';
import type { FeedItem } from '#app/items/collection/facets.ts';
import { joinHtml, markup } from '#app/items/lists/feed-draft.server.ts';
import { documentIdsIn } from '#app/items/text/library-files.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { mediaTypeOf } from '#app/platform/document-reader/document-facts.ts';
import {
  listDocumentsById,
  type StoredDocument,
} from '#app/platform/media/documents/document-store.server.ts';
import { documentFacts, documentPath } from '#app/platform/media/documents/document-types.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import type { FeedDocument } from './feed.ts';

type Sources = { read: ReadDb; collections: Collections; siteUrl: string };

/** The items of a feed with their documents, in order. */
export async function withDocuments<Item extends FeedItem>(
  items: Item[],
  sources: Sources,
): Promise<(Item & { documents: FeedDocument[] })[]> {
  const idsOf = await listIds(items, sources);
  const all = [...new Set([...idsOf.values()].flat())];
  const documents = new Map((await listDocumentsById(sources.read, all)).map((one) => [one.id, one]));
  return items.map((item) => {
    const own = (idsOf.get(item.id) ?? []).flatMap((id) => documents.get(id) ?? []);
    const { html } = item;
    return {
      ...item,
      html: html && own.length > 0 ? joinHtml(html, linksTo(own, sources)) : html,
      documents: own.map((document) => attachmentOf(document, sources)),
    };
  });
}

/** The ids of their documents, by the ids of the items. */
async function listIds(items: FeedItem[], { read, collections }: Sources): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const [name, own] of Map.groupBy(items, ({ collection }) => collection)) {
    const table = collections[name]?.source.table;
    if (!table) continue;
    const rows = await (read as unknown as AnyDb)
      .selectFrom(table)
      .select(['id', 'documents'])
      .where(
        'id',
        'in',
        own.map(({ itemId }) => itemId),
      )
      .where('documents', 'is not', null)
      .execute();
    const byId = new Map(rows.map(({ id, documents }) => [String(id), documentIdsIn(documents)]));
    for (const { id, itemId } of own) found.set(id, byId.get(itemId) ?? []);
  }
  return found;
}

function attachmentOf(document: StoredDocument, { siteUrl }: Sources): FeedDocument {
  const { title, type, bytes } = document;
  return { url: siteUrl + documentPath(document), title, type: mediaTypeOf(type), bytes };
}

function linksTo(documents: StoredDocument[], { siteUrl }: Sources) {
  return markup(
    <ul>
      {documents.map((document) => (
        <li key={document.id}>
          <a href={siteUrl + documentPath(document)}>{document.title}</a> ({documentFacts(document)})
        </li>
      ))}
    </ul>,
  );
}
