import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** `isNeeded`: it contains something that must be seen, such as an error. */
type FoldProps = { id: string; title: string; isNeeded: boolean; children: ReactNode };

/** Rarely used settings. It opens when it is needed or contains the target of a link, and closes only by hand. */
export function SettingsFold({ id, title, isNeeded, children }: FoldProps) {
  const [wasNeeded] = useState(isNeeded);
  const fold = useRef<HTMLDetailsElement>(null);
  const { hash, key } = useLocation();
  // Before the page scrolls to the target, and before a section takes the focus.
  useLayoutEffect(() => {
    const target = key && hash ? document.getElementById(hash.slice(1)) : null;
    if (fold.current && (isNeeded || fold.current.contains(target))) fold.current.open = true;
  }, [isNeeded, hash, key]);
  return (
    <details className="fold" id={id} open={wasNeeded} ref={fold}>
      <summary>{title}</summary>
      <div className="stack-lg mt">{children}</div>
    </details>
  );
}
