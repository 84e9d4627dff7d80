import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';

/** All columns of an entry of the inbox. */
export const entryColumns = [
  'id',
  'kind',
  'collection',
  'itemId',
  'source',
  'stack',
  'title',
  'link',
  'item',
  'changes',
  'similar',
  'startAt',
  'receivedAt',
  'snoozedUntil',
  'topic',
] as const;

/** The input of a new item, as its collection's schema accepts it. */
export function readInput({ item }: Pick<InboxEntryRow, 'item'>): Record<string, unknown> {
  return JSON.parse(item ?? '{}');
}

export type Change = { field: string; from: unknown; to: unknown; locked?: boolean };

/** The changes at the source of an item that exists. */
export function readChanges({ changes }: Pick<InboxEntryRow, 'changes'>): Change[] {
  return JSON.parse(changes ?? '[]');
}

/** The possible duplicates of an entry as they were found. */
export function readSimilar({
  similar,
}: Pick<InboxEntryRow, 'similar'>): { collection: string; id: string; title: string }[] {
  return JSON.parse(similar ?? '[]');
}
