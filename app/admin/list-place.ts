/** From which list a form was opened, so that its links lead back there. The browser's tab remembers it. */
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const KEY = 'belfry-list';
const neverChanges = () => () => undefined;

/** Notes that the form of item `id`, or 'add', is opened from the list at `address`. */
export function rememberList(address: string, id: string): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ address, id }));
  } catch {
    // Storage is forbidden: links lead to the whole list.
  }
}

/** The list that the form of item `id` was opened from; otherwise, and without JavaScript, the whole list. */
export function useListAddress(name: string, id: string): string {
  const whole = `/admin/${name}`;
  return useSyncExternalStore(
    neverChanges,
    () => {
      const { address, id: opened } = recall();
      return opened === id && address?.split('?')[0] === whole ? address : whole;
    },
    () => whole,
  );
}

function recall(): { address?: string; id?: string } {
  try {
    return JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** The state of a link back to the list: `useReturn` focuses the item's row. */
export function backTo(id: string): { row: string } {
  return { row: id };
}

/** After a link back from an item's form: scrolls to its row and focuses its title. */
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
