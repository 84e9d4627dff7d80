/** Notices of the town hall: the example of a collection in CONTRIBUTING.md. */
import { randomUUID } from 'node:crypto';
import { columnsOf, htmlFieldsOf, jsonOf, outputOf } from '#app/items/content/item-fields.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { removeRow, saveItem } from '#app/items/content/item-store.server.ts';
import { withDrafts } from '#app/items/drafts/with-drafts.server.ts';
import { bareFeedItem, wholeText } from '#app/items/lists/feed-draft.server.ts';
import { graphOf } from '#app/items/lists/json-ld.ts';
import { findNextPublication } from '#app/items/lists/published-items.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type CountedOrder, paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import type { AnyDb, TextSource } from '#app/platform/search-index/text-sources.ts';
import { formatDate } from '#app/platform/time/town-time.ts';
import { type Notice, type NoticeInput, noticeForm, noticeSchema } from './notice.ts';

const source: TextSource = {
  kind: 'notices',
  table: 'notice',
  place: 6,
  title: 'title',
  date: 'pubDate',
  columns: ['title', 'description'],
  fieldsOf: ({ title = '', description = '' }) => ({ title, html: description, texts: [] }),
};

export const order: CountedOrder = {
  table: source.table,
  column: 'pubDate',
  direction: 'desc',
  kind: 'number',
};

const columns = [...columnsOf(noticeSchema), 'version', 'updatedAt'] as const;

const rows = (db: ReadDb) => (db as unknown as AnyDb).selectFrom(source.table);

export const findNotice = (db: ReadDb, id: string): Promise<Notice | undefined> =>
  rows(db).select(columns).where('id', '=', id).executeTakeFirst();

export const notices = withDrafts<Notice, NoticeInput>({
  name: 'notices',
  singular: 'notice',
  heading: 'Notices',
  source,
  store: {
    order,
    list: (db, request) => paginateCounted(db, rows(db).select(columns), order, request),
    find: findNotice,
    save: (db, input, options) => saveItem(db, source, input, { ...options, find: findNotice }),
    remove: (db, id, seen) => removeRow(db, source, id, seen),
  },
  json: {
    schema: noticeSchema,
    outputSchema: outputOf(noticeSchema),
    htmlFields: htmlFieldsOf(noticeSchema),
    toJson: jsonOf(noticeSchema),
    toInputJson: jsonOf(noticeSchema),
  },
  form: {
    fields: noticeForm,
    draft: ({ now }) => ({ id: randomUUID(), title: '', description: '', pubDate: isoOf(now) }),
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
      const notice = await findNotice(read, id);
      return notice && { headline: notice.title, foot: 'Notice', image: undefined };
    },
    openPage: async () => {
      const { handle, showNotice } = await import('./pages/notice-page.tsx');
      return { handle, load: showNotice };
    },
    jsonLd: ({ notice }: { notice: Notice }) => graphOf({ '@type': 'CreativeWork', name: notice.title }),
    adminList: {
      columns: ['Title', 'Date'],
      listRows: (items, { town }) =>
        items.map(({ id, title, pubDate }) => ({ id, title, cells: [formatDate(pubDate, town)] })),
    },
  },
});
