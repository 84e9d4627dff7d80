import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { TRASH_DAYS } from '#app/items/trash/trash-days.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { DeletedItems } from './deleted-notice.server.ts';

/** `values` are sent to `action` as inputs called `name`, with those in `also`; `back` is the page to return to. */
type UndoProps = {
  action: string;
  name: string;
  values: string[];
  also?: Record<string, string>;
  back?: string;
  children: ReactNode;
};

/** What has been done, with an Undo button in a plain form, which works without JavaScript. */
export function UndoNotice({ action, name, values, also = {}, back, children }: UndoProps) {
  return (
    <div className="alert is-success alert--row" role="status" tabIndex={-1} ref={focusIfLost}>
      <Icon name="check" />
      <p>{children}</p>
      <form method="post" action={action}>
        {values.map((value) => (
          <input type="hidden" name={name} value={value} key={value} />
        ))}
        {Object.entries(also).map(([field, value]) => (
          <input type="hidden" name={field} value={value} key={field} />
        ))}
        {back === undefined ? null : <input type="hidden" name="back" value={back} />}
        <button type="submit" className="button">
          <Icon name="undo" />
          Undo
        </button>
      </form>
    </div>
  );
}

/** A ref for the outcome of an action: it gets the focus where the button that had it is gone. */
export function focusIfLost(outcome: HTMLElement | null): void {
  if (outcome && document.activeElement === document.body) outcome.focus();
}

/** 'Deleted.' with a button that restores it. */
export function DeletedNotice({ deleted: { batch, count, title } }: { deleted: DeletedItems }) {
  const { pathname, search } = useLocation();
  return (
    <UndoNotice action="/admin/trash/undo" name="batch" values={[batch]} back={`${pathname}${search}`}>
      {count === 1 ? 'Deleted.' : `${count} deleted.`}{' '}
      <span className="light">
        {count === 1 ? `“${title}”` : 'They'} will stay in the <Link to="/admin/trash">trash</Link> for{' '}
        {TRASH_DAYS} days.
      </span>
    </UndoNotice>
  );
}
