import { Link, useLocation } from 'react-router';
import { TRASH_DAYS } from '#app/drafts/trash-days.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { DeletedItems } from './deleted-notice.server.ts';

/** 'Deleted.' with a button that restores it; a plain form. */
export function DeletedNotice({ deleted: { batch, count, title } }: { deleted: DeletedItems }) {
  const { pathname, search } = useLocation();
  return (
    <div className="alert is-success alert--row" role="status">
      <Icon name="check" />
      <p>
        {count === 1 ? 'Deleted.' : `${count} deleted.`}{' '}
        <span className="light">
          {count === 1 ? `“${title}”` : 'They'} will stay in the <Link to="/admin/trash">trash</Link> for{' '}
          {TRASH_DAYS} days.
        </span>
      </p>
      <form method="post" action="/admin/trash/undo">
        <input type="hidden" name="batch" value={batch} />
        <input type="hidden" name="back" value={`${pathname}${search}`} />
        <button type="submit" className="button">
          <Icon name="undo" />
          Undo
        </button>
      </form>
    </div>
  );
}
