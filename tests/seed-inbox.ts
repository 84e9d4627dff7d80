import type { Insertable } from 'kysely';
import { fieldsOf } from '#app/items/provenance/said-fields.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow, SourceItemRow, SourceRow } from '#app/platform/database/tables/tables.ts';
import { townDayOf } from '#app/platform/time/town-time.ts';
import { derivedId } from '#app/sources/import/derived-id.ts';
import { titleKeyOf } from '#app/sources/import/identity.ts';
import { stackOf } from '#app/sources/import/update-items.server.ts';
import { sampleInputs } from './sample-inputs.ts';
import { NOW, seedEntry, seedSource, seedSourceItem } from './seed-source.ts';

/** A source whose id is its name in lower case, with hyphens; returns the id. */
export async function seedNamedSource(
  write: WriteDb,
  name: string,
  row: Partial<SourceRow> = {},
): Promise<string> {
  const id = name.toLowerCase().replace(/\W+/g, '-');
  await seedSource(write, { id, name, confirmedAt: null, ...row });
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
export async function seedWaiting(write: WriteDb, waiting: Waiting): Promise<string> {
  const { source, title, collection = 'news' } = waiting;
  const id = await seedCredit(write, waiting);
  const input = await inputOf(write, waiting);
  await seedEntry(write, {
    id,
    collection,
    itemId: id,
    source,
    stack: stackOf('new', { source, series: title }),
    title,
    link: String(input.link),
    item: JSON.stringify(input),
    startAt: startOf(input),
    ...waiting.entry,
  });
  return id;
}

/** Only the record of what the source lists; with `row.itemId`, of an item of another source. Returns its own id. */
export async function seedCredit(write: WriteDb, waiting: Waiting): Promise<string> {
  const { source, title, collection = 'news', row = {} } = waiting;
  const input = await inputOf(write, waiting);
  const fields = JSON.stringify(fieldsOf(collection, input));
  const ownId = String(input.id);
  const at = startOf(input);
  await seedSourceItem(write, {
    source,
    key: keyOf(waiting),
    collection,
    itemId: ownId,
    ownId,
    series: title,
    day: townDayOf(at ?? NOW, 'America/New_York'),
    startAt: at,
    titleKey: titleKeyOf(title),
    fields,
    decision: null,
    ...row,
  });
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
