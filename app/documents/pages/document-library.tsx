import { Link, redirect, useRevalidator } from 'react-router';
import { addSentDocuments, type RefusedDocument } from '#app/desk/form/documents/sent-documents.server.ts';
import { AdminListPage } from '#app/desk/list/admin-list-page.tsx';
import { CountFilters } from '#app/desk/list/count-filters.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { reportFailedSave } from '#app/people/request/context.ts';
import { type FailedForm, failedForm } from '#app/platform/forms/failed-form.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { documentsIn } from '#app/platform/ui/editor/pictures-in.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { documentUploads, type LibraryDocument } from '#app/platform/ui/upload/document-uploads.ts';
import { DropBox } from '#app/platform/ui/upload/drop-box.tsx';
import { UploadList } from '#app/platform/ui/upload/upload-list.tsx';
import type { FileUpload } from '#app/platform/ui/upload/upload-queue.ts';
import { useUploads } from '#app/platform/ui/upload/use-uploads.ts';
import type { Route } from './+types/document-library';
import { DocumentFileField } from './document-file-field.tsx';
import { type ListedDocument, loadDocumentFacts, loadDocuments } from './load-documents.server.ts';

/** `/admin/documents`: the library (product contract section 6). */
export async function loader(args: Route.LoaderArgs) {
  const query = args.url.searchParams;
  const listed = await loadDocuments(args);
  return {
    ...listed,
    ...(await loadDocumentFacts(args, listed.show)),
    added: Number(query.get('added') ?? 0),
    deleted: query.get('deleted'),
    cleaned: Number(query.get('cleaned') ?? 0),
  };
}

/** Adds the documents that were sent. A single one is opened with what was found in it; what is refused is named. */
export async function action(args: Route.ActionArgs) {
  let added: Awaited<ReturnType<typeof addSentDocuments>> | undefined;
  try {
    added = await addSentDocuments(args);
  } catch (error) {
    const { status, reason } = reportFailedSave(args, error, 'an uploaded document could not be stored');
    return failedForm(status, {}, { refused: [], added: 0, reason: reason ?? messages.saveFailed });
  }
  const { ids, refused, status } = added;
  if (ids.length === 0 && refused.length === 0)
    return failedForm(400, {}, { problems: { file: 'Choose at least one document' }, refused, added: 0 });
  if (refused.length > 0) return failedForm(status, {}, { refused, added: ids.length });
  const [only] = ids;
  const page = ids.length === 1 ? `/admin/documents/${only}?added=1` : `/admin/documents?added=${ids.length}`;
  return redirect(page, 303);
}

export default function DocumentLibrary({ loaderData, actionData }: Route.ComponentProps) {
  const { documents, filters, total, summary, pager, q, show } = loaderData;
  return (
    <AdminListPage
      heading="Documents"
      about={`${summary}. Readers find those that are used on a page.`}
      before={
        <>
          <Outcome {...loaderData} failure={actionData} />
          <UploadForm problem={actionData?.problems.file} />
        </>
      }
      search={
        <>
          <div className="stack">
            <CountFilters label="Filter documents" filters={filters} />
            <DocumentFinder q={q} show={show} />
          </div>
          {show === 'unused' ? <CleanupNotice cleanable={loaderData.cleanable} /> : null}
        </>
      }
      empty={<NoData>{total === 0 ? 'Upload the first document above.' : null}</NoData>}
      rows={documents}
      list={<DocumentTable documents={documents} />}
      pager={pager}
    />
  );
}

/** Documents of the library, each with a link to its page. */
export function DocumentTable({ documents }: { documents: ListedDocument[] }) {
  return (
    <div className="panel flush">
      <DataTable
        label="Documents list"
        rows={documents}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Title',
            cell: ({ id, title, name }) => (
              <>
                <Link to={`/admin/documents/${id}`}>{title}</Link>
                <small>{name}</small>
              </>
            ),
          },
          { head: 'File', cell: ({ facts }) => facts, label: true },
          { head: 'Uploaded', cell: ({ uploaded }) => uploaded, label: true },
          { head: 'Used', cell: ({ used }) => used, label: true },
          {
            head: 'Findings',
            cell: ({ finding: { label, tone } }) => <span className={`badge is-${tone}`}>{label}</span>,
            className: 'wide',
          },
        ]}
      />
    </div>
  );
}

function DocumentFinder({ q, show }: { q: string; show: string }) {
  return (
    <form className="searchbar" method="get" action="/admin/documents" role="search" aria-label="Documents">
      {show ? <input type="hidden" name="show" value={show} /> : null}
      <label className="vh" htmlFor="find-document">
        Find a document
      </label>
      <input
        className="input"
        id="find-document"
        name="q"
        type="search"
        defaultValue={q}
        key={q}
        placeholder="Title, name or summary"
      />
      <button className="button" type="submit">
        Find
      </button>
      {q ? (
        <Link className="button" to={show ? `/admin/documents?show=${show}` : '/admin/documents'}>
          Show all
        </Link>
      ) : null}
    </form>
  );
}

type Failure = FailedForm<object> & { refused: RefusedDocument[]; added: number };

type OutcomeProps = {
  added: number;
  deleted: string | null;
  cleaned: number;
  failure: Failure | undefined;
};

function Outcome({ added, deleted, cleaned, failure }: OutcomeProps) {
  if (failure)
    return (
      <Alert tone="danger">
        {failure.reason ||
          (failure.refused.length === 0 ? messages.saveFailed : 'Not every document was added.')}
        {failure.refused.length > 0 ? (
          <ul>
            {failure.refused.map(({ name, problem }) => (
              <li key={`${name} ${problem}`}>
                {name}: {problem}
              </li>
            ))}
          </ul>
        ) : null}
        {failure.added > 0 ? (
          <p>{failure.added === 1 ? '1 other was' : `${failure.added} others were`} added.</p>
        ) : null}
      </Alert>
    );
  if (added > 0) return <Alert tone="success">Added {countText(added)}.</Alert>;
  if (deleted !== null) return <Alert tone="success">Deleted {deleted}.</Alert>;
  if (cleaned > 0) return <Alert tone="success">Deleted {countText(cleaned)}.</Alert>;
  return null;
}

function countText(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`;
}

/** A plain form; with JavaScript, documents are uploaded as soon as they are chosen or dropped. */
function UploadForm({ problem }: { problem: string | undefined }) {
  const { revalidate } = useRevalidator();
  const uploads = useUploads<LibraryDocument>(() => void revalidate(), documentUploads);
  return (
    <div className="stack">
      <form
        method="post"
        action="/admin/documents"
        encType="multipart/form-data"
        onSubmit={(event) => {
          event.preventDefault();
          event.currentTarget.querySelector<HTMLInputElement>('[type=file]')?.click();
        }}
      >
        <DropBox onFiles={uploads.add} takesPage filesIn={documentsIn}>
          <DocumentFileField
            hint="Choose one or more, or drop them anywhere on this page. PDF, Word, Excel, PowerPoint, OpenDocument, CSV or text, up to 25 MiB each."
            problem={problem}
            multiple
          />
          <button type="submit" className="button button--primary">
            <Icon name="upload" />
            Upload
          </button>
        </DropBox>
      </form>
      <UploadList uploads={uploads} done={describeUpload} />
    </div>
  );
}

/** Of a finding: what it is. */
function firstSentenceOf(message: string): string {
  return message.split('. ')[0] ?? '';
}

/** What was found in a document that has arrived, and where a summary can be written. */
function describeUpload({ item }: FileUpload<LibraryDocument>) {
  if (!item) return null;
  const [first] = item.problems;
  const page = `/admin/documents/${item.id}`;
  if (!first || item.summary) return <Link to={page}>Open “{item.title}”</Link>;
  return (
    <>
      <span className="error">{firstSentenceOf(first.message)}</span>{' '}
      <Link to={`${page}#summary`}>
        Write a summary<span className="vh"> of {item.title}</span>
      </Link>
    </>
  );
}

function CleanupNotice({ cleanable }: { cleanable: number }) {
  if (cleanable === 0)
    return (
      <p className="small muted">Documents that nothing has used for 30 days can be deleted together here.</p>
    );
  return (
    <p className="cluster between">
      {cleanable === 1 ? 'Nothing has used 1 of these' : `Nothing has used ${cleanable} of these`} for 30
      days.
      <Link className="button button--small" to="/admin/documents/cleanup">
        <Icon name="trash" />
        Clean up
      </Link>
    </p>
  );
}
