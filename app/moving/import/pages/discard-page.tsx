import { redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { ConfirmationForm } from '#app/desk/hub/confirmation-page.tsx';
import { removeImportFiles } from '#app/moving/import/import-files.server.ts';
import { BUSY, findBegun, removeImportRun } from '#app/moving/import/import-store.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import type { Route } from './+types/discard-page';
import { phaseOf } from './import-words.ts';
import { findByAddress, requireImportRun } from './load-import.server.ts';
import { orLogin } from './or-login.ts';

/** `/admin/move-in/{id}/discard`: asks before an import that has imported nothing is discarded. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = readContext(args);
  const moveIn = await findByAddress(read, args.params.id);
  if (!moveIn) throw redirect('/admin/move-in');
  const path = `/admin/move-in/${moveIn.id}`;
  const begun = await findBegun(read, [moveIn.id]);
  if (begun.size > 0 || BUSY.includes(phaseOf(moveIn))) throw redirect(path);
  return { path, from: moveIn.origin, files: moveIn.files.map(({ name }) => name) };
}

/** Deletes its files as well. One that runs, or has imported something, stays. */
export async function action(args: Route.ActionArgs) {
  const { write, services } = writeContext(args);
  const { id } = await requireImportRun(write, args.params.id);
  if (!(await removeImportRun(write, id))) return redirect(`/admin/move-in/${id}`, 303);
  await removeImportFiles(services.settings.dataFolder, id);
  return redirect('/admin/move-in?discarded=1', 303);
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return orLogin(request, serverLoader);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return orLogin(request, serverAction);
}

export default function DiscardPage({ loaderData: { path, from, files } }: Route.ComponentProps) {
  return (
    <AdminPage className="form stack-lg" heading="Discard this import?" title="Discard import">
      <section className="panel" aria-labelledby="question">
        <h2 id="question">From {from}</h2>
        <p className="mt">
          Nothing has been imported from it. These files are deleted from this server immediately:
        </p>
        <ul className="bullets mt">
          {files.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <ConfirmationForm action={`${path}/discard`} submit="Discard import" cancel="/admin/move-in" />
      </section>
    </AdminPage>
  );
}
