import { useRef } from 'react';
import { useRevalidator } from 'react-router';

/** Whether only the menu is being loaded again, with its count of what waits, and the rows stay as they are. */
const menu = { isAlone: false };

export function isOnlyMenu(): boolean {
  return menu.isAlone;
}

/**
 * Loads the page's data again after decisions: the menu, and the rows if someone asked for them since, because a decision
 * changed others than its own.
 */
export function useRefresh(): { askForRows: () => void; start: () => void } {
  const { revalidate } = useRevalidator();
  const wantsRows = useRef(false);
  return {
    askForRows: () => {
      wantsRows.current = true;
    },
    start: () => {
      // A new start ends one that is under way: the rows are wanted until they are there.
      const hasRows = wantsRows.current;
      menu.isAlone = !hasRows;
      void revalidate().then(() => {
        menu.isAlone = false;
        if (hasRows) wantsRows.current = false;
      });
    },
  };
}
