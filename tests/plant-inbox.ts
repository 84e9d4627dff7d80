import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { WriteDb } from '#app/database/handles.ts';
import type { InboxEntryRow, SourceItemRow, SourceRow } from '#app/database/tables.ts';
import { sampleInputs } from './sample-inputs.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

/** A source with an address of its own; its id is its name in lower case, with hyphens. */
export async function plantSource(
  write: WriteDb,
  name: string,
  row: Partial<SourceRow> = {},
): Promise<string> {
  const id = name.toLowerCase().replace(/\W+/g, '-');
  await write
    .insertInto('source')
    .values({
      id,
      address: `https://${id}.example/feed`,
      name,
      feeds: 'news',
      trust: 'review',
      rank: 'primary',
      zone: null,
      every: 60,
      site: `https://${id}.example/`,
      version: 1,
      createdAt: NOW,
      createdBy: null,
      removedAt: null,
      confirmedAt: null,
      ...row,
    })
    .execute();
  return id;
}

type Waiting = {
  source: string;
  title: string;
  collection?: 'articles' | 'news' | 'events';
  /** More fields of the item's input. */
  input?: Record<string, unknown>;
  row?: Partial<Insertable<SourceItemRow>>;
  entry?: Partial<InboxEntryRow>;
};

/** What an import leaves of a new item that waits for review; returns the id of its entry, which is the item's, too. */
export async function plantEntry(write: WriteDb, waiting: Waiting): Promise<string> {
  const { source, title, collection = 'news' } = waiting;
  const id = await plantCredit(write, waiting);
  const input = inputOf(waiting, id);
  const startAt = collection === 'events' ? Date.parse(String(input.eventDate)) : null;
  await write
    .insertInto('inbox_entry')
    .values({
      id,
      kind: 'new',
      collection,
      itemId: id,
      source,
      stack: id,
      title,
      link: String(input.link),
      item: JSON.stringify(input),
      changes: null,
      similar: null,
      startAt,
      receivedAt: NOW,
      snoozedUntil: null,
      ...waiting.entry,
    })
    .execute();
  return id;
}

/** Only the record of what the source lists; with `row.itemId`, of an item of another source. Returns its own id. */
export async function plantCredit(write: WriteDb, waiting: Waiting): Promise<string> {
  const { source, title, collection = 'news', row = {} } = waiting;
  const key = row.key ?? `${title} ${String(waiting.input?.eventDate ?? '')}`.trim();
  const ownId = uuidOf(source, key);
  const input = inputOf(waiting, ownId);
  const { description, link } = input;
  const fields = { title, link, description };
  await write
    .insertInto('source_item')
    .values({
      source,
      key,
      collection,
      itemId: ownId,
      ownId,
      series: title,
      day: '2026-11-20',
      startAt: collection === 'events' ? Date.parse(String(input.eventDate)) : null,
      pubDate: NOW,
      titleKey: title.toLowerCase(),
      venueKey: null,
      fields: JSON.stringify(fields),
      base: null,
      decision: null,
      firstSeenAt: NOW,
      absentSince: null,
      mergedAt: null,
      mergedBy: null,
      mergedFor: null,
      ...row,
    })
    .execute();
  return ownId;
}

function inputOf({ source, title, collection = 'news', input }: Waiting, id: string) {
  const link = `https://${source}.example/${encodeURIComponent(title)}`;
  return { ...sampleInputs[collection], id, sourceId: id, title, link, ...input } as Record<string, unknown>;
}

function uuidOf(...parts: string[]): string {
  const hex = createHash('sha256').update(parts.join(' ')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
