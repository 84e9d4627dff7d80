import type { Insertable } from 'kysely';
import type { WriteDb } from '#app/database/handles.ts';
import type { InboxEntryRow, SourceItemRow, SourceRow } from '#app/database/tables.ts';
import { derivedId } from '#app/sources/derived-id.ts';
import { titleKeyOf } from '#app/sources/identity.ts';
import { fieldsOf } from '#app/sources/item-fields.server.ts';
import { stackOf } from '#app/sources/settle-items.server.ts';
import { townDayOf } from '#app/time/town-time.ts';
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
  const input = await inputOf(write, waiting);
  await write
    .insertInto('inbox_entry')
    .values({
      id,
      kind: 'new',
      collection,
      itemId: id,
      source,
      stack: stackOf('new', { source, series: title }),
      title,
      link: String(input.link),
      item: JSON.stringify(input),
      changes: null,
      similar: null,
      startAt: startOf(input),
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
  const input = await inputOf(write, waiting);
  const fields = JSON.stringify(fieldsOf(collection, input));
  const ownId = String(input.id);
  const at = startOf(input);
  await write
    .insertInto('source_item')
    .values({
      source,
      key: keyOf(waiting),
      collection,
      itemId: ownId,
      ownId,
      series: title,
      day: townDayOf(at ?? NOW, 'America/New_York'),
      startAt: at,
      pubDate: NOW,
      titleKey: titleKeyOf(title),
      venueKey: null,
      fields,
      base: fields,
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

function keyOf({ title, input }: Waiting): string {
  return `${title} ${String(input?.eventDate ?? '')}`.trim();
}

function startOf({ eventDate }: Record<string, unknown>): number | null {
  return eventDate === undefined ? null : Date.parse(String(eventDate));
}

/** The whole input, with the source's facts as an import fills them in. */
async function inputOf(write: WriteDb, waiting: Waiting): Promise<Record<string, unknown>> {
  const { source, title, collection = 'news', input } = waiting;
  const { name, site } = await write
    .selectFrom('source')
    .select(['name', 'site'])
    .where('id', '=', source)
    .executeTakeFirstOrThrow();
  const key = keyOf(waiting);
  const raw = {
    ...sampleInputs[collection],
    id: derivedId('item', source, key),
    sourceId: key,
    title,
    link: `https://${source}.example/${encodeURIComponent(title)}`,
    ...(collection === 'events' ? { endDate: null, allDay: false, status: 'scheduled' } : {}),
    ...(collection === 'events' ? {} : { sourceName: name, sourceUrl: site }),
    ...(collection === 'articles' ? { byline: null } : {}),
  };
  return { ...raw, ...input };
}
