import { collections } from '#app/collections.server.ts';
import { resolveLinks } from '#app/items/text/resolve-links.server.ts';
import type { Database, WriteDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow, SourceRow } from '#app/platform/database/tables/tables.ts';
import type { SourceDocument } from '#app/sources/formats/parse-source.ts';
import type { ImportContext } from '#app/sources/import/import-context.ts';
import { type ImportOutcome, importSource } from '#app/sources/import/import-source.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { NOW, parse } from './parsed-sources.ts';
import { seedSource } from './seed-source.ts';

export type Importing = {
  context: ImportContext;
  /** Imports a document of a source that `addSource` has added. */
  read: (source: string, text: string | Uint8Array, more?: Partial<SourceDocument>) => Promise<ImportOutcome>;
  addSource: (facts: Partial<SourceRow> & { id: string }) => Promise<void>;
  /** What waits in the inbox, in the order of titles and dates. */
  waiting: () => Promise<InboxEntryRow[]>;
  /** The site's time from now on. */
  setTime: (now: number | string) => void;
};

/** Imports sources into a database, on 2026-11-20 at 17:00 in New York unless the time is set. */
export function openImporting(database: Pick<Database, 'read' | 'write'>): Importing {
  let now = NOW;
  const siteUrl = 'http://localhost:3000';
  const { write }: { write: WriteDb } = resolveLinks(database, siteUrl);
  const context: ImportContext = {
    write,
    collections,
    town: defaultTown,
    siteUrl,
    now: () => now,
  };
  return {
    context,
    addSource: (facts) => seedSource(write, facts),
    read: async (id, text, more) => {
      const source = await write
        .selectFrom('source')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const zone = source.zone ?? context.town.timeZone;
      return importSource(context, source, parse(text, { zone, now, ...more }));
    },
    waiting: () => write.selectFrom('inbox_entry').selectAll().orderBy('title').orderBy('startAt').execute(),
    setTime: (time) => {
      now = typeof time === 'string' ? Date.parse(time) : time;
    },
  };
}

type Item = { title?: string; link?: string; guid?: string; date?: string; text?: string; author?: string };

/** An RSS feed with the items. Texts are escaped. */
export function feedOf(...items: Item[]): string {
  const element = (name: string, text: string | undefined) =>
    text === undefined ? '' : `<${name}>${escaped(text)}</${name}>`;
  const written = items.map(
    ({ title, link, guid, date, text, author }) =>
      `<item>${element('title', title)}${element('link', link)}${element('guid', guid)}${element('pubDate', date)}${element('description', text)}${element('author', author)}</item>`,
  );
  return `<rss version="2.0"><channel><title>The Hollow Ledger</title>${written.join('')}</channel></rss>`;
}

/** A feed of stories that have nothing in common. */
export function feedOfReports(count: number): string {
  return feedOf(
    ...Array.from({ length: count }, (_, number) => ({
      guid: `report-${number}`,
      title: `Report number ${number} of the year`,
      link: `https://ledger.example/${number}`,
    })),
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
