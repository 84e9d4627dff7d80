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
] as const;
