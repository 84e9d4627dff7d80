/**
 * The state of an item that a writer has read. Version 0: there was none. Without `updatedAt`, any state of that
 * version.
 */
export type SeenItem = { version: number; updatedAt?: number };

/** Whether an item is no longer what a writer has seen. Without a version they have seen nothing, so nothing is outdated. */
export function isOutdated(
  current: Required<SeenItem> | undefined,
  seen: Partial<SeenItem> | undefined,
): boolean {
  if (seen?.version === undefined) return false;
  if (seen.version !== (current?.version ?? 0)) return true;
  return seen.updatedAt !== undefined && seen.updatedAt !== current?.updatedAt;
}

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
