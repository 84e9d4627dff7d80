import { redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { ConfirmationForm } from '#app/desk/hub/confirmation-page.tsx';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { several } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { listDocumentsById } from '#app/platform/media/documents/document-store.server.ts';
import {
  cleanUpDocuments,
  listCleanableDocuments,
} from '#app/platform/media/documents/remove-document.server.ts';
import { IDLE_DAYS } from '#app/platform/media/remove-picture.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import type { Route } from './+types/document-cleanup';
import { DocumentTable } from './document-library.tsx';
import { listedDocument } from './load-documents.server.ts';

/** At most this many are shown and deleted at once. */
const MOST = 60;

/** Asks once before documents are deleted that nothing has used for 30 days. */
export async function loader(args: Route.LoaderArgs) {
  const { read, write, now, town, collections } = writeContext(args);
  const ids = await listCleanableDocuments(write, sourcesOf(collections), now);
  const documents = await listDocumentsById(read, ids.slice(0, MOST));
  const number = new Intl.NumberFormat(town.locale);
  return {
    documents: documents.map((document) => listedDocument(document, 0, { town, number })),
    days: IDLE_DAYS,
  };
}

/** Deletes the documents that the page showed, except those that are used by now. */
export async function action(args: Route.ActionArgs) {
  const { write, now, collections } = writeContext(args);
  const { values } = await readForm(args.request, [several('id')]);
  const asked = values.id.slice(0, MOST);
  const titles = new Map((await listDocumentsById(write, asked)).map(({ id, title }) => [id, title]));
  const removed = await cleanUpDocuments(write, sourcesOf(collections), asked, now);
  for (const id of removed)
    await recordActivity(args, 'document-removed', `/admin/documents/${id} ${titles.get(id) ?? ''}`);
  return redirect(`/admin/documents?cleaned=${removed.length}`, 303);
}

export default function DocumentCleanup({ loaderData: { documents, days } }: Route.ComponentProps) {
  const count = documents.length;
  return (
    <AdminPage
      heading="Clean up documents"
      parent={{ to: '/admin/documents', label: 'Documents' }}
      about={`Documents that nothing has used for ${days} days.`}
    >
      {count === 0 ? (
        <NoData>Every document was used in the last {days} days.</NoData>
      ) : (
        <>
          <Alert tone="warning">
            Delete {count === 1 ? 'this document' : `these ${count} documents`}? You can’t undo this.
          </Alert>
          <DocumentTable documents={documents} />
          <ConfirmationForm
            action="/admin/documents/cleanup"
            fields={{ id: documents.map(({ id }) => id) }}
            submit="Delete"
            cancel="/admin/documents"
            hasFocus={false}
          />
        </>
      )}
    </AdminPage>
  );
}
