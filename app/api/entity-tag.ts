import type { StoredItem } from '#app/content/collection.server.ts';

/** The entity tag of a stored item (RFC 9110 section 8.8.3): another one after every save, and after it was made anew. */
export function entityTagOf({ version, updatedAt }: StoredItem): string {
  return `"${version}-${updatedAt.toString(36)}"`;
}

/** Whether a GET with this `If-None-Match` already holds the item (RFC 9110 section 13.1.2). */
export function isHeld(item: StoredItem, ifNoneMatch: string | null): boolean {
  return (
    ifNoneMatch !== null &&
    listTags(ifNoneMatch).some((tag) => tag === '*' || opaque(tag) === entityTagOf(item))
  );
}

/**
 * Whether a write may go ahead (RFC 9110 sections 13.1.1 and 13.1.2): `If-Match` names what its writer had read,
 * `If-None-Match: *` says that there must be nothing yet.
 */
export function isAsExpected(item: StoredItem | undefined, headers: Headers): boolean {
  const ifMatch = headers.get('If-Match');
  const ifNoneMatch = headers.get('If-None-Match');
  if (ifNoneMatch !== null && item && isHeld(item, ifNoneMatch)) return false;
  if (ifMatch === null) return true;
  return item !== undefined && listTags(ifMatch).some((tag) => tag === '*' || tag === entityTagOf(item));
}

function listTags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}

/** A GET may compare weakly. */
function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
