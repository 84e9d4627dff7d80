import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';

type IsChanged = () => boolean;

const Forms = createContext(new Set<IsChanged>());

const QUESTION = 'Leave without saving? Your changes will be lost.';

/** Asks once before any of the changed forms within it is left: React Router allows only one blocker. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<IsChanged>());
  const isAnyChanged = () => [...forms].some((isChanged) => isChanged());
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isAnyChanged(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => isAnyChanged() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  return <Forms value={forms}>{children}</Forms>;
}

/** Makes the guard around this form call `isChanged` of the latest rendering. */
export function useLeaveGuard(isChanged: IsChanged): void {
  const forms = useContext(Forms);
  const latest = useRef(isChanged);
  useEffect(() => {
    latest.current = isChanged;
  });
  useEffect(() => {
    const ask = () => latest.current();
    forms.add(ask);
    return () => void forms.delete(ask);
  }, [forms]);
}
