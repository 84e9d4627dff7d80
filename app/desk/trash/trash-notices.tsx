import { UndoNotice } from '#app/desk/list/undo-notice.tsx';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { TrashNotices as Notices, TrashProblem } from './trash-notices.server.ts';

/** The result of the last action on the trash page. */
export function TrashNotices({ restored, problems, deleted, isNothingChosen }: Notices) {
  return (
    <>
      {isNothingChosen ? <Alert tone="danger">Choose at least one.</Alert> : null}
      {deleted > 0 ? (
        <Alert tone="success">
          {deleted === 1 ? '1 item was' : `${deleted} items were`} permanently deleted.
        </Alert>
      ) : null}
      {problems.map((problem) => (
        <Alert tone="danger" key={problem.form}>
          <Problem {...problem} />
        </Alert>
      ))}
      {restored.length > 0 ? <Restored restored={restored} /> : null}
    </>
  );
}

function Problem({ title, id, other, form }: TrashProblem) {
  return (
    <p>
      “{title}” can’t be restored: its ID, {id}, is in use again, by{' '}
      <a href={form}>“{other || 'Untitled'}”</a>. Delete that one first. Nothing has changed.
    </p>
  );
}

function Restored({ restored }: Pick<Notices, 'restored'>) {
  const [first] = restored;
  return (
    <UndoNotice action="/admin/trash/undo" name="item" values={restored.map(({ name }) => name)}>
      {restored.length === 1 ? `Restored: “${first?.title}”. ` : `${restored.length} restored. `}
      {first && restored.length === 1 ? <a href={first.form}>Open it</a> : null}
    </UndoNotice>
  );
}
