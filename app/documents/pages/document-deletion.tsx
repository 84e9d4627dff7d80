import { data, redirect } from 'react-router';
import { ConfirmationPage } from '#app/desk/hub/confirmation-page.tsx';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { removeDocumentEverywhere } from '#app/items/drafts/swap-pictures.server.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { findDocument } from '#app/platform/media/documents/document-store.server.ts';
import { removeDocument } from '#app/platform/media/documents/remove-document.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/document-deletion';
import { loadDocumentUses } from './load-documents.server.ts';

/** Asks once before a document is deleted, and says where it is used. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = writeContext(args);
  const document = await findDocument(read, args.params.id);
  if (!document) throw data(null, { status: 404 });
  const { id, title } = document;
  return { id, title, ...(await loadDocumentUses(args, id)) };
}

/** Deletes the document. One that is in use only when the page said so, which `used` confirms. */
export async function action(args: Route.ActionArgs) {
  const { write, now, collections } = writeContext(args);
  const { id } = args.params;
  const by = editorOf(args.context.get(requestContextKey));
  const { values } = await readForm(args.request, [hidden('used')]);
  const document = await findDocument(write, id);
  const removal =
    values.used === '1'
      ? await removeDocumentEverywhere(write, collections, id, { by, now })
      : await removeDocument(write, sourcesOf(collections), id);
  if (removal.kind === 'used') return redirect(`/admin/documents/${id}/deletion`, 303);
  if (removal.kind === 'missing' || !document) throw data(null, { status: 404 });
  await recordActivity(args, 'document-removed', `/admin/documents/${id} ${document.title}`);
  return redirect(`/admin/documents?${new URLSearchParams({ deleted: document.title })}`, 303);
}

export default function DocumentDeletion({ loaderData }: Route.ComponentProps) {
  const { id, title, uses, count, revised } = loaderData;
  return (
    <ConfirmationPage
      title="Delete a document"
      parent={{ to: `/admin/documents/${id}`, label: title }}
      question={`Delete “${title}”?`}
      action={`/admin/documents/${id}/deletion`}
      submit={count > 0 ? 'Delete it everywhere' : 'Delete'}
      fields={{ used: count > 0 ? '1' : null }}
    >
      <Alert tone="warning">
        You can’t undo this. {count === 0 ? 'Nothing uses this document.' : consequence(count)}
      </Alert>
      {count > 0 ? (
        <ul className="agate mt">
          {uses.map(({ href, title: item, what }) => (
            <li key={`${href} ${what}`}>
              <a href={href}>{item}</a>
              <br />
              <span className="small muted">{what}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {revised > 0 ? (
        <p className="small muted mt">
          Earlier versions of {revised === 1 ? '1 item' : `${revised} items`} have it, too. They can still be
          restored, but without this document.
        </p>
      ) : null}
    </ConfirmationPage>
  );
}

function consequence(count: number): string {
  return count === 1
    ? 'It will disappear from the place that uses it:'
    : `It will disappear from the ${count} places that use it:`;
}
