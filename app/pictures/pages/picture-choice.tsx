import { Form, Link } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import type { loadShelf, ShelfPicture } from './load-library.server.ts';
import { PictureFileField, PictureFinder } from './picture-shelf.tsx';

type PictureChoiceProps = {
  shelf: Awaited<ReturnType<typeof loadShelf>>;
  /** The page's own path, and the path of the form that it belongs to. */
  address: string;
  form: string;
  /** 'Back to the article'. */
  back: string;
  /** What the picture is for: 'Lead picture of “The bridge”'. */
  purpose: string;
  /** The id of the picture that is chosen already, or ''. */
  current: string;
  note: string;
  /** Why nothing was chosen. */
  failure: FailedForm<object> | undefined;
};

/** A page that chooses a picture of the library, or uploads one: for browsers without JavaScript. */
export function PictureChoice(props: PictureChoiceProps) {
  const { shelf, address, form, back, purpose, current, note, failure } = props;
  const { pictures, pager, q } = shelf;
  return (
    <AdminPage
      className="stack"
      heading="Choose a picture"
      parent={{ to: form, label: back }}
      about={purpose}
      notices={
        failure ? <Alert tone="danger">{failure.reason || 'The picture could not be added.'}</Alert> : null
      }
    >
      <PictureFinder q={q} action={address} />
      <Form method="post" encType="multipart/form-data" action={address}>
        <UploadBox problem={failure?.problems.file ?? ''} />
        <fieldset className="mt">
          <legend>Or choose from the library</legend>
          {pictures.length > 0 ? (
            <Choices pictures={pictures} current={current} />
          ) : (
            <NoData>{q ? null : 'The library is empty. Upload the first picture above.'}</NoData>
          )}
        </fieldset>
        <div className="foot actions">
          <button type="submit" className="button button--primary">
            Use this picture
          </button>
          <Link className="button" to={form}>
            Cancel
          </Link>
          <span className="small muted">{note}</span>
        </div>
      </Form>
      <Pager {...pager} />
    </AdminPage>
  );
}

function UploadBox({ problem }: { problem: string }) {
  return (
    <div className="drop">
      <PictureFileField hint="Uploads and selects a new picture in one step." problem={problem} />
      <button type="submit" className="button">
        <Icon name="upload" />
        Upload and use
      </button>
    </div>
  );
}

function Choices({ pictures, current }: { pictures: ShelfPicture[]; current: string }) {
  return (
    <ul className="shelf mt">
      {pictures.map(({ id, name, src, focus, use, isUndescribed }) => (
        <li key={id}>
          <img src={src} alt="" width="320" height="213" className={focus} />
          <label className="name">
            <input type="radio" name="picture" value={id} defaultChecked={id === current} />
            {name}
          </label>
          <span className="muted">{use}</span>
          {isUndescribed ? <span className="badge is-warning">No alternative text</span> : null}
        </li>
      ))}
    </ul>
  );
}
