import { Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { runUndo } from '#app/sources/inbox/undo.server.ts';
import type { Route } from './+types/inbox-undo';
import { inboxPath } from './inbox-return.server.ts';

/** Undoes a decision and returns to the inbox; says why, if something can't be undone. */
export async function action(args: Route.ActionArgs) {
  const { values, names } = await readForm(args.request, [hidden('batch', 'back')]);
  const undone = await runUndo(args, names.includes('batch') ? values.batch : undefined);
  if (undone && undone.refused.length > 0) return failedForm(409, values, { refused: undone.refused });
  const back = inboxPath(values.back);
  back.searchParams.set('undone', undone ? '1' : '0');
  return redirect(`${back.pathname}${back.search}`, 303);
}

export default function InboxUndo({ actionData }: Route.ComponentProps) {
  const refused = actionData?.refused ?? [];
  return (
    <AdminPage heading="Undo">
      {refused.length > 0 ? (
        <Alert tone="danger">
          {refused.map(({ title, problem }) => (
            <p key={title}>
              “{title}” can’t be undone. {problem}
            </p>
          ))}
        </Alert>
      ) : (
        <p>There is nothing to undo here.</p>
      )}
      <p>
        <Link className="button" to="/admin/inbox">
          Back to the inbox
        </Link>
      </p>
    </AdminPage>
  );
}
