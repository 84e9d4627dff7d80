import { hash } from 'node:crypto';
import type { StoredItem } from './collection.ts';
import { itemTagOf } from './item-tag.ts';

/**
 * The entity tag of a stored item (RFC 9110 section 8.8.3). It changes with every save, and when the item is deleted
 * and created again. `present` is the part of a response that also changes without a save.
 */
export function entityTagOf(item: StoredItem, present?: string): string {
  const moment = present === undefined ? '' : `.${hash('sha256', present, 'base64url').slice(0, 16)}`;
  return `"${itemTagOf(item)}${moment}"`;
}

/**
 * Whether a list of tags names the current version, so that a GET with this `If-None-Match` has it already (RFC 9110
 * section 13.1.2). Tags name versions, not bytes: one that a compressed response or a proxy has marked as weak is the
 * same.
 */
export function isHeld(ownTag: string, tags: string | null): boolean {
  return tags !== null && listTags(tags).some((tag) => tag === '*' || opaque(tag) === ownTag);
}

/**
 * Whether a write is allowed (RFC 9110 sections 13.1.1 and 13.1.2): `If-Match` names the version that the client has
 * read, `If-None-Match: *` requires that there is no item yet.
 */
export function isAsExpected(item: StoredItem | undefined, headers: Headers): boolean {
  const ifMatch = headers.get('If-Match');
  const ifNoneMatch = headers.get('If-None-Match');
  if (item && isHeld(entityTagOf(item), ifNoneMatch && saved(ifNoneMatch))) return false;
  if (ifMatch === null) return true;
  return item !== undefined && isHeld(entityTagOf(item), saved(ifMatch));
}

/** Tags without the part that changes without a save: only saves can conflict with a write. */
function saved(header: string): string {
  return header.replace(/\.[\w-]{16}"/g, '"');
}

function listTags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
