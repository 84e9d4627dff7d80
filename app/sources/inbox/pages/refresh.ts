import { useContext, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { WaitingCount } from '#app/desk/hub/waiting-count.ts';

/** Whether only the menu is being loaded again, with its count of what waits, and the rows stay as they are. */
const menu = { isAlone: false };

export function isOnlyMenu(): boolean {
  return menu.isAlone;
}

/**
 * Loads the page's data again after decisions: the menu, and the rows if someone asked for them since, because a decision
 * changed others than its own. `count` changes the menu's count at once; the server's replaces it unless it was changed
 * again meanwhile.
 */
export function useRefresh(): { askForRows: () => void; start: () => void; count: (by: number) => void } {
  const { revalidate } = useRevalidator();
  const waiting = useContext(WaitingCount);
  const changes = useRef(0);
  const wantsRows = useRef(false);
  return {
    count: (by) => {
      changes.current++;
      waiting.add(by);
    },
    askForRows: () => {
      wantsRows.current = true;
    },
    start: () => {
      // A new start ends one that is under way: the rows are wanted until they are there.
      const hasRows = wantsRows.current;
      const included = changes.current;
      menu.isAlone = !hasRows;
      void revalidate().then(() => {
        menu.isAlone = false;
        if (hasRows) wantsRows.current = false;
        if (included === changes.current) waiting.settle();
      });
    },
  };
}
