import type { ReactNode } from 'react';
import { messages } from '#app/platform/messages.ts';
import { Mark } from './icon.tsx';
import { useSite } from './site-facts.ts';

type NoDataProps = {
  /** Where the administrator adds the first item; no one else sees the link. */
  create?: string;
  /** The next step for everyone else. */
  children?: ReactNode;
};

/** An empty list (spec section 4), with a suggested next step. */
export function NoData({ create, children }: NoDataProps) {
  const { isEditor, isReadOnly } = useSite();
  return (
    <div className="empty">
      <Mark />
      <h2>{messages.empty}</h2>
      {children ? <p>{children}</p> : null}
      {create && isEditor && !isReadOnly ? (
        <p className="mt">
          <a className="button button--primary" href={create}>
            + Create
          </a>
        </p>
      ) : null}
    </div>
  );
}
