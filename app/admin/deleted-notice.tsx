import { Link, useLocation } from 'react-router';
import { TRASH_DAYS } from '#app/drafts/trash-days.ts';
import type { DeletedItems } from './deleted-notice.server.ts';
import { UndoNotice } from './undo-notice.tsx';

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
