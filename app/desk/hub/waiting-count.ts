import { createContext, useMemo, useRef, useState } from 'react';

/** Changes the inbox's count in the menu before the server has stored a decision; `settle` shows the server's again. */
export type WaitingChanges = { add: (by: number) => void; settle: () => void };

export const WaitingCount = createContext<WaitingChanges>({ add: () => {}, settle: () => {} });

/** The inbox's count in the menu: `loaded` from the server, or what was expected since. */
export function useWaitingCount(loaded: number): { count: number; changes: WaitingChanges } {
  const [expected, setExpected] = useState<number | null>(null);
  const latest = useRef(loaded);
  latest.current = loaded;
  const changes = useMemo(
    () => ({
      add: (by: number) => setExpected((before) => Math.max((before ?? latest.current) + by, 0)),
      settle: () => setExpected(null),
    }),
    [],
  );
  return { count: expected ?? loaded, changes };
}
