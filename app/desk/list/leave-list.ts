/** From a list to a form and back. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { LIST_PLACE } from './list-key.ts';

/** Notes that the form of item `id`, or 'add', is opened from the list at `address`. */
export function rememberList(address: string, id: string): void {
  try {
    window.sessionStorage.setItem(LIST_PLACE, JSON.stringify({ address, id }));
  } catch {
    // Storage is forbidden: the form leads to the whole list.
  }
}

/** After a link back from an item's form, whose state is `{ row: id }`: scrolls to its row and focuses its title. */
export function useReturn(): void {
  const row = (useLocation().state as { row?: string } | null)?.row;
  useEffect(() => {
    const link = row ? document.getElementById(rowLinkId(row)) : null;
    link?.scrollIntoView({ block: 'center' });
    link?.focus({ preventScroll: true });
  }, [row]);
}

/** The `id` of the link to an item's form. */
export function rowLinkId(id: string): string {
  return `row-${id}`;
}
