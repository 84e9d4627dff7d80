/** A sixth collection, as its folder would define it: notices of the town hall. */
import * as z from 'zod';
import type { Collection, SaveOptions, StoredItem } from '#app/items/collection/collection.ts';
import { field, formOf } from '#app/items/content/item-fields.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { instant, itemId, requiredHtml, requiredLine } from '#app/items/content/item-schema.ts';
import { removeRow, saveItem } from '#app/items/content/item-store.server.ts';
import { bareFeedItem, wholeText } from '#app/items/lists/feed-draft.server.ts';
import { graphOf } from '#app/items/lists/json-ld.ts';
import { findNextPublication } from '#app/items/lists/published-items.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type CountedOrder, paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import type { AnyDb, TextSource } from '#app/platform/search-index/text-sources.ts';
import { formatDate } from '#app/platform/time/town-time.ts';

const noticeSchema = z.strictObject({
  id: itemId,
  title: field('Title', requiredLine('a title')),
  description: field('Text', requiredHtml('a text')),
  pubDate: field('Publication date', instant('the publication date')),
});

type NoticeInput = z.output<typeof noticeSchema>;
type Notice = NoticeInput & StoredItem;

const source: TextSource = {
  kind: 'notices',
  table: 'notice',
  place: 6,
  title: 'title',
  date: 'pubDate',
  columns: ['title', 'description'],
  fieldsOf: ({ title = '', description = '' }) => ({ title, html: description, texts: [] }),
};

const order: CountedOrder = { table: source.table, column: 'pubDate', direction: 'desc', kind: 'number' };

const columns = ['id', 'title', 'description', 'pubDate', 'version', 'updatedAt'] as const;

const rows = (db: ReadDb) => (db as unknown as AnyDb).selectFrom(source.table);

const find = (db: ReadDb, id: string): Promise<Notice | undefined> =>
  rows(db).select(columns).where('id', '=', id).executeTakeFirst();

const toJson = ({ version, updatedAt, ...notice }: Notice) => ({ ...notice, pubDate: isoOf(notice.pubDate) });

export const notices: Collection<Notice, NoticeInput> = {
  name: 'notices',
  singular: 'notice',
  heading: 'Notices',
  source,
  store: {
    order,
    list: (db, request) => paginateCounted(db, rows(db).select(columns), order, request),
    find,
    save: (db, input, options: SaveOptions) => saveItem(db, source, input, { ...options, find }),
    remove: (db, id, seen) => removeRow(db, source, id, seen),
  },
  json: {
    schema: noticeSchema,
    outputSchema: noticeSchema,
    htmlFields: ['description'],
    toJson,
    toInputJson: toJson,
  },
  form: {
    fields: formOf(noticeSchema),
    draft: ({ now }) => ({ id: 'new', title: '', description: '', pubDate: isoOf(now) }),
  },
  facets: {
    search: {
      rank: 6,
      date: 'published',
      listFound: async (db, ids, { clock }) => {
        const found = await rows(db).select(columns).where('id', 'in', ids).execute();
        return found.map(({ id, title, description, pubDate }) => ({
          id,
          title,
          text: plainTextOf(description),
          href: `/notices/${id}`,
          facts: [formatDate(pubDate, clock)],
        }));
      },
    },
    sitemap: { select: (db) => rows(db).select(['id', 'title', 'updatedAt', 'pubDate']) },
    feed: {
      contents: 'Notices of the town hall',
      list: async ({ read, now, siteUrl }, { limit, ids }) => {
        const found: Notice[] = await rows(read)
          .select(columns)
          .where('pubDate', '<=', now)
          .$if(ids !== undefined, (query) => query.where('id', 'in', ids))
          .orderBy('pubDate', 'desc')
          .limit(limit)
          .execute();
        return found.map((notice) => ({
          at: notice.pubDate,
          size: notice.description.length,
          write: () => ({
            ...bareFeedItem('notices', notice, siteUrl),
            html: wholeText('notices', notice, siteUrl),
          }),
        }));
      },
      findNext: (db, now) => findNextPublication(db, source.table, now),
    },
    stories: {
      list: (db, { from, now, limit }) =>
        rows(db)
          .select(['id', 'title', 'pubDate'])
          .where('pubDate', '>=', from)
          .where('pubDate', '<=', now)
          .limit(limit)
          .execute(),
    },
    findSharePicture: async ({ read }, id) => {
      const notice = await find(read, id);
      return notice && { headline: notice.title, foot: 'Notice', image: undefined };
    },
    jsonLd: ({ notice }: { notice: Notice }) => graphOf({ '@type': 'CreativeWork', name: notice.title }),
    adminList: {
      columns: ['Title', 'Date'],
      listRows: (items, { town }) =>
        items.map(({ id, title, pubDate }) => ({ id, title, cells: [formatDate(pubDate, town)] })),
    },
  },
};
