import { redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { ConfirmationForm } from '#app/desk/hub/confirmation-page.tsx';
import type { Counts } from '#app/moving/import/import-run.ts';
import { requestImport } from '#app/moving/import/import-store.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { Route } from './+types/undo-page';
import { countWords, phaseOf, pictureWords } from './import-words.ts';
import { findByAddress, requireImportRun } from './load-import.server.ts';
import { orLogin } from './or-login.ts';

/** `/admin/move-in/{id}/undo`: asks before an import is undone. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readContext(args);
  const moveIn = await findByAddress(read, args.params.id);
  if (!moveIn) throw redirect('/admin/move-in');
  const path = `/admin/move-in/${moveIn.id}`;
  if (!['done', 'stopped', 'failed'].includes(phaseOf(moveIn)) || !moveIn.report) throw redirect(path);
  return {
    path,
    from: moveIn.origin,
    list:
      phaseOf(moveIn) === 'done' ? listWords(moveIn.report.moved, new Intl.NumberFormat(town.locale)) : '',
  };
}

function listWords(counts: Counts, number: Intl.NumberFormat): string {
  return [countWords(counts, number), pictureWords(counts, number)].filter(Boolean).join(', ');
}

export async function action(args: Route.ActionArgs) {
  const { write } = writeContext(args);
  const moveIn = await requireImportRun(write, args.params.id);
  await requestImport(write, moveIn.id, 'undo');
  return redirect(`/admin/move-in/${moveIn.id}`, 303);
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return orLogin(request, serverLoader);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return orLogin(request, serverAction);
}

export default function UndoPage({ loaderData: { path, from, list } }: Route.ComponentProps) {
  return (
    <AdminPage className="form stack-lg" heading="Undo this import?" title="Undo import">
      <section className="panel" aria-labelledby="question">
        <h2 id="question">Remove what came from {from}</h2>
        {list ? <p className="mt">{list}</p> : null}
        <ul className="bullets mt">
          <li>Items go to the trash and disappear from the site immediately.</li>
          <li>Accounts are removed unless their people have logged in here.</li>
          <li>Pictures that nothing else uses, subscribers and redirects of old addresses are removed.</li>
          <li>What you or others have edited since stays, and is listed afterwards.</li>
        </ul>
        <ConfirmationForm
          action={`${path}/undo`}
          cancel={path}
          submit={
            <>
              <Icon name="undo" />
              Undo import
            </>
          }
        />
      </section>
    </AdminPage>
  );
}
