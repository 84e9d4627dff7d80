import type { Selectable } from 'kysely';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow, SourceItemRow, SourceRow } from '#app/platform/database/tables/tables.ts';

/** 2026-11-20, a Friday, 17:00 in New York. */
export const NOW = Date.parse('2026-11-20T22:00:00Z');

/** Adds a source that was last confirmed now. */
export async function seedSource(db: WriteDb, facts: Partial<SourceRow> & { id: string }): Promise<void> {
  const row = {
    address: `https://${facts.id}.example/feed`,
    name: facts.id,
    feeds: 'news',
    trust: 'review',
    rank: 'primary',
    zone: null,
    every: 60,
    site: `https://${facts.id}.example/`,
    version: 1,
    createdAt: NOW,
    createdBy: null,
    removedAt: null,
    confirmedAt: NOW,
    areas: '[]',
    severity: 'minor',
    ...facts,
  } as const;
  await db.insertInto('source').values(row).execute();
  await db.insertInto('source_state').values({ source: row.id, nextAt: NOW }).execute();
}

type ItemFacts = Selectable<SourceItemRow>;

type PlantedItem = Pick<ItemFacts, 'source' | 'key' | 'collection' | 'itemId'> & Partial<ItemFacts>;

/** Adds an item that the source lists and that has been published. */
export async function seedSourceItem(db: WriteDb, facts: PlantedItem): Promise<void> {
  const row = {
    ownId: `${facts.source}-${facts.key}`,
    series: facts.key,
    day: null,
    startAt: null,
    titleKey: '',
    venueKey: null,
    fields: '{}',
    base: facts.fields ?? '{}',
    decision: 'published',
    firstSeenAt: NOW,
    pubDate: NOW,
    absentSince: null,
    unconfirmed: 0,
    mergedAt: null,
    mergedBy: null,
    mergedFor: null,
    ...facts,
  } as const;
  await db.insertInto('source_item').values(row).execute();
}

type PlantedEntry = Pick<InboxEntryRow, 'collection' | 'itemId' | 'source'> & Partial<InboxEntryRow>;

/** Adds an entry of the inbox, a stack of its own. */
export async function seedEntry(db: WriteDb, facts: PlantedEntry): Promise<void> {
  const row = {
    id: `${facts.collection}-${facts.itemId}`,
    kind: 'new',
    stack: `${facts.collection}-${facts.itemId}`,
    title: 'Hill Farm opens its gate',
    link: null,
    item: null,
    changes: null,
    similar: null,
    startAt: null,
    receivedAt: NOW,
    snoozedUntil: null,
    ...facts,
  } as const;
  await db.insertInto('inbox_entry').values(row).execute();
}
