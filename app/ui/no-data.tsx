import type { ReactNode } from 'react';
import { messages } from '#app/messages.ts';
import { Mark } from './icon.tsx';

/** An empty list (spec section 4), with a way on. */
export function NoData({ children }: { children?: ReactNode }) {
  return (
    <div className="empty">
      <Mark />
      <h2>{messages.empty}</h2>
      {children ? <p>{children}</p> : null}
    </div>
  );
}
