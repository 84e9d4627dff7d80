import { data, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import {
  importSubscribers,
  type RefusedRow,
  tryImport,
} from '#app/newsletter/subscribers/import-subscribers.server.ts';
import {
  findImportFile,
  keepImportFile,
  removeImportFile,
} from '#app/newsletter/subscribers/subscriber-files.server.ts';
import { syncMembers } from '#app/newsletter/subscribers/sync-members.server.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/import-page';
import { consentFields } from './consent-fields.tsx';
import { ImportForm, ImportReport, type ImportState } from './import-form.tsx';
import { readConsent } from './read-consent.server.ts';

/** The page shows at most this many refused rows; the others are in the file. */
const MOST_SHOWN = 200;

/** A request may take half a minute: a larger import continues with the next click. */
const MOST_MS = 12_000;

const importForm = [consentFields, hidden('kept', 'column', 'do')];

/**
 * `/admin/newsletter/subscribers/import`: people who agreed elsewhere, from a CSV file. First checks the file and says
 * what would happen; then imports it.
 */
export async function action(args: Route.ActionArgs) {
  const requestContext = writeContext(args);
  const { services, town, now } = requestContext;
  const { dataFolder } = services.settings;
  const { values } = await readForm(args.request, importForm);
  const { typed, consent, problems } = readConsent(values, { timeZone: town.timeZone, now });
  const { file, problem, status = 400 } = await receiveFile(args, values.kept, dataFolder);
  const column = /^\d{1,3}$/.test(values.column) ? Number(values.column) : undefined;
  if (!file || !consent)
    return failedForm(status, typed, { problems: { ...problems, file: problem }, file: file?.id });
  await syncMembers(services.write, now);
  const refused: RefusedRow[] = [];
  const importing = { file: file.path, column, consent, now, zone: town.timeZone };
  let added: number | undefined;
  if (values.do === 'import') {
    const end = performance.now() + MOST_MS;
    const done = await importSubscribers(services.write, {
      ...importing,
      isOver: () => performance.now() > end,
    });
    added = done.kind === 'read' ? done.counts.added : undefined;
    if (added !== undefined) await recordActivity(args, 'subscribers-imported', `${added} added`);
    if (done.kind === 'read' && !done.isPartial) {
      await removeImportFile(dataFolder, file.id);
      return redirect(`/admin/newsletter/subscribers?imported=${added}`, 303);
    }
  }
  const onRefused = (row: RefusedRow) => void (refused.length < MOST_SHOWN && refused.push(row));
  const tried = await tryImport(services.read, { ...importing, onRefused });
  if (tried.kind === 'read')
    return data<ImportState>({
      values: typed,
      problems: {},
      file: file.id,
      added,
      report: { counts: tried.counts, refused, columns: tried.columns },
    });
  return failedForm(422, typed, { problems: { file: tried.problem }, file: file.id, names: tried.names });
}

async function receiveFile(args: Route.ActionArgs, id: string, dataFolder: string) {
  const { uploads, skippedFiles } = args.context.get(requestContextKey);
  const [upload] = uploads;
  if (upload && upload.bytes > 0) {
    const kept = await keepImportFile(dataFolder, upload.path);
    return { file: { id: kept, path: (await findImportFile(dataFolder, kept)) as string } };
  }
  const [skipped] = skippedFiles;
  if (skipped) return { problem: skipped.refusal.sentence, status: skipped.refusal.status };
  const path = await findImportFile(dataFolder, id);
  if (path) return { file: { id, path } };
  return id
    ? { problem: 'The file is no longer here. Choose it again', status: 409 }
    : { problem: 'Choose a CSV file', status: 400 };
}

export default function ImportPage({ actionData }: Route.ComponentProps) {
  const state: ImportState = actionData ?? { values: { source: '', date: '' }, problems: {} };
  return (
    <AdminPage
      heading="Import subscribers"
      parent={{ to: '/admin/newsletter/subscribers', label: 'Subscribers' }}
      about="From a CSV file of another program. Import only people who agreed to get your newsletter. Nothing is sent to them now, and nobody who unsubscribed here is subscribed again."
    >
      {state.added === undefined ? null : (
        <Alert tone="warning">
          {`${state.added.toLocaleString('en')} subscribers were added. The file is large: press Import to continue.`}
        </Alert>
      )}
      {state.problems.file ? <Alert tone="danger">{state.problems.file}</Alert> : null}
      {state.report ? <ImportReport state={state} report={state.report} /> : <ImportForm state={state} />}
    </AdminPage>
  );
}
