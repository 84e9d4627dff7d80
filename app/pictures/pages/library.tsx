import { Link, redirect, useRevalidator } from 'react-router';
import { addUpload } from '#app/desk/form/picture/sent-picture.server.ts';
import { AdminListPage } from '#app/desk/list/admin-list-page.tsx';
import { CountFilters } from '#app/desk/list/count-filters.tsx';
import { reportFailedSave, requestContextKey } from '#app/people/request/context.ts';
import { type FailedForm, failedForm } from '#app/platform/forms/failed-form.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { DropBox } from '#app/platform/ui/upload/drop-box.tsx';
import { UploadList } from '#app/platform/ui/upload/upload-list.tsx';
import type { FileUpload } from '#app/platform/ui/upload/upload-queue.ts';
import { useUploads } from '#app/platform/ui/upload/use-uploads.ts';
import type { Route } from './+types/library';
import { loadLibraryFacts, loadShelf } from './load-library.server.ts';
import { PictureFileField, PictureFinder, PictureShelf } from './picture-shelf.tsx';

/** `/admin/pictures`: the library (product contract section 6). */
export async function loader(args: Route.LoaderArgs) {
  const query = args.url.searchParams;
  const shelf = await loadShelf(args);
  return {
    ...shelf,
    ...(await loadLibraryFacts(args, shelf.show)),
    deleted: query.get('deleted'),
    cleaned: Number(query.get('cleaned') ?? 0),
  };
}

type Refused = { name: string; problem: string };

/** Adds the pictures that were sent, and opens those without alternative text. What is refused is named. */
export async function action(args: Route.ActionArgs) {
  const { uploads, skippedFiles } = args.context.get(requestContextKey);
  const refused = skippedFiles.map(({ name, refusal }): Refused => ({ name, problem: refusal.sentence }));
  const added: string[] = [];
  let status: number = skippedFiles[0]?.refusal.status ?? (uploads.length === 0 ? 400 : 200);
  try {
    for (const upload of uploads) {
      const outcome = await addUpload(args, upload);
      if (!outcome.refusal) added.push(outcome.picture.id);
      else {
        refused.push({ name: upload.name, problem: outcome.refusal.sentence });
        status = outcome.refusal.status;
      }
    }
  } catch (error) {
    const { status, reason } = reportFailedSave(args, error, 'an uploaded picture could not be stored');
    const more = { refused, added: added.length, reason: reason ?? messages.saveFailed };
    return failedForm(status, {}, more);
  }
  if (status !== 200) {
    const problems = refused.length === 0 ? { file: 'Choose at least one picture' } : {};
    return failedForm(status, {}, { problems, refused, added: added.length });
  }
  const [only] = added;
  return redirect(
    added.length === 1 ? `/admin/pictures/${only}?added=1` : `/admin/pictures/missing?added=${added.length}`,
    303,
  );
}

export default function Library({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, filters, total, missing, summary, pager, q, show } = loaderData;
  return (
    <AdminListPage
      heading="Pictures"
      about={`${summary}. Location and camera details are removed on upload.`}
      before={
        <>
          <Outcome {...loaderData} failure={actionData} />
          <UploadForm problem={actionData?.problems.file} />
          {missing > 0 ? <MissingNotice missing={missing} /> : null}
        </>
      }
      search={
        <>
          <div className="stack">
            <CountFilters label="Filter pictures" filters={filters} />
            <PictureFinder q={q} action="/admin/pictures" hidden={{ show }} />
          </div>
          {show === 'unused' ? <CleanupNotice cleanable={loaderData.cleanable} /> : null}
        </>
      }
      empty={<NoData>{total === 0 ? 'Upload the first picture above.' : null}</NoData>}
      rows={pictures}
      list={<PictureShelf pictures={pictures} />}
      pager={pager}
    />
  );
}

type Failure = FailedForm<object> & { refused: Refused[]; added: number };

type OutcomeProps = { deleted: string | null; cleaned: number; failure: Failure | undefined };

function Outcome({ deleted, cleaned, failure }: OutcomeProps) {
  if (failure) {
    const { refused, added, reason } = failure;
    return (
      <Alert tone="danger">
        {reason || (refused.length === 0 ? messages.saveFailed : 'Not every picture was added.')}
        {refused.length > 0 ? (
          <ul>
            {refused.map(({ name, problem }) => (
              <li key={`${name} ${problem}`}>
                {name}: {problem}
              </li>
            ))}
          </ul>
        ) : null}
        {added > 0 ? <p>{added === 1 ? '1 other was' : `${added} others were`} added.</p> : null}
      </Alert>
    );
  }
  if (deleted !== null) return <Alert tone="success">Deleted {deleted}.</Alert>;
  if (cleaned > 0)
    return <Alert tone="success">Deleted {cleaned === 1 ? '1 picture' : `${cleaned} pictures`}.</Alert>;
  return null;
}

/** A plain form; with JavaScript, pictures are uploaded as soon as they are chosen, dropped or pasted. */
function UploadForm({ problem }: { problem: string | undefined }) {
  const { revalidate } = useRevalidator();
  const uploads = useUploads(() => void revalidate());
  return (
    <div className="stack">
      <form
        method="post"
        action="/admin/pictures"
        encType="multipart/form-data"
        onSubmit={(event) => {
          event.preventDefault();
          event.currentTarget.querySelector<HTMLInputElement>('[type=file]')?.click();
        }}
      >
        <DropBox onFiles={uploads.add} takesPage>
          <PictureFileField
            hint="Choose one or more, or drop them anywhere in this box. JPEG, PNG, WebP, AVIF or GIF, up to 20 MiB each."
            problem={problem}
            multiple
          />
          <button type="submit" className="button button--primary">
            <Icon name="upload" />
            Upload
          </button>
        </DropBox>
      </form>
      <UploadList uploads={uploads} done={describeLink} />
    </div>
  );
}

function describeLink({ item: picture }: FileUpload) {
  if (!picture) return null;
  return (
    <Link to={`/admin/pictures/${picture.id}`}>
      {picture.alt === null && !picture.decorative ? 'Describe it' : 'It was in the library already'}
    </Link>
  );
}

function MissingNotice({ missing }: { missing: number }) {
  const isOne = missing === 1;
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <p>
        {isOne ? '1 picture has' : `${missing} pictures have`} no alternative text. Readers who can’t see{' '}
        {isOne ? 'it' : 'them'} learn nothing about {isOne ? 'it' : 'them'}.{' '}
        <Link to="/admin/pictures/missing">Add it now</Link>
      </p>
    </div>
  );
}

function CleanupNotice({ cleanable }: { cleanable: number }) {
  if (cleanable === 0)
    return (
      <p className="small muted">Pictures that nothing has used for 30 days can be deleted together here.</p>
    );
  return (
    <p className="cluster between">
      {cleanable === 1 ? 'Nothing has used 1 of these' : `Nothing has used ${cleanable} of these`} for 30
      days.
      <Link className="button button--small" to="/admin/pictures/cleanup">
        <Icon name="trash" />
        Clean up
      </Link>
    </p>
  );
}
