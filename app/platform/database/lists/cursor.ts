/**
 * A position in a list: the sort value and the id of the item next to it. Opaque to clients. Anyone can change it, so
 * all of it is validated when it comes back.
 */
export type Cursor = { sort: number | string; id: string };

export function encodeCursor({ sort, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, id])).toString('base64url');
}

/** The position in `text`, or undefined when it is invalid or its sort value has another type. Never throws. */
export function decodeCursor(text: string, sortKind: 'number' | 'string'): Cursor | undefined {
  if (text.length > 2000 || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(value) || value.length !== 2) return undefined;
    const [sort, id] = value;
    if (typeof sort !== sortKind || typeof id !== 'string' || id.includes('\0')) return undefined;
    if (typeof sort === 'number' ? !Number.isSafeInteger(sort) : sort.includes('\0')) return undefined;
    return { sort, id };
  } catch {
    return undefined;
  }
}
