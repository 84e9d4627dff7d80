/**
 * The state of an item that a writer has read. Version 0: there was none. Without `updatedAt`, any state of that
 * version.
 */
export type SeenItem = { version: number; updatedAt?: number };

/** Names one state of an item: it changes with every save, and when the item is deleted and created again. */
export function itemTagOf({ version, updatedAt }: Required<SeenItem>): string {
  return `${version}-${updatedAt.toString(36)}`;
}

/** The reverse of `itemTagOf`. '0', and any invalid tag, means that there was no item. */
export function readItemTag(tag: string): SeenItem {
  const [, version, updatedAt] = /^([1-9]\d{0,14})-([0-9a-z]{1,10})$/.exec(tag) ?? [];
  return version && updatedAt
    ? { version: Number(version), updatedAt: Number.parseInt(updatedAt, 36) }
    : { version: 0 };
}
