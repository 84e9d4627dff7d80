/**
 * What one reader reported as wrong about a public item. `tokenHash` is the SHA-256 of the secret of the page that shows
 * and withdraws it. `entry` is the entry of the inbox that it counts for: while that waits, the report is open. `network`
 * is a pseudonym of the reader's network, different for each item: several reports of one network count once. `topic` is
 * what is wrong, `said` JSON with the right values, `outcome` what an editor decided, and `reason` what the editor wrote
 * to readers.
 */
export type ReaderReportRow = {
  tokenHash: string;
  entry: string;
  network: string;
  collection: string;
  itemId: string;
  topic: string;
  note: string;
  said: string;
  outcome: 'applied' | 'edited' | 'kept' | null;
  reason: string | null;
  sentAt: number;
};

/**
 * A public item whose pages say that it is being checked: several readers in different networks reported it. `topic` is
 * what they say is wrong, null if they say different things. Kept in line with the open reports.
 */
export type CheckedItemRow = { collection: string; itemId: string; topic: string | null; readers: number };
