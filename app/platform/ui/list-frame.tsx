import { createContext, type ReactNode, useContext } from 'react';

/** What the route around a list puts next to it; null leaves the list alone. */
export type Beside = { label: string; content: ReactNode } | null;

/** Set by the route around a list. */
export const BesideContext = createContext<Beside>(null);

/**
 * A list and the content next to it: in a column of its own, or below a `wide` list. The route around the list provides
 * the content.
 */
export function ListFrame({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const beside = useContext(BesideContext);
  if (!beside) return <div className={wide ? undefined : 'narrow'}>{children}</div>;
  if (wide) {
    return (
      <>
        {children}
        <aside className="grid grid--fit aside mt-lg" aria-label={beside.label}>
          {beside.content}
        </aside>
      </>
    );
  }
  return (
    <div className="split">
      <div>{children}</div>
      <aside className="aside" aria-label={beside.label}>
        {beside.content}
      </aside>
    </div>
  );
}
