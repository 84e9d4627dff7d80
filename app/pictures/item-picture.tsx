import { data, Form, Link, redirect } from 'react-router';
import { NEW, openItem, valuesOf, versionOf } from '#app/admin/load-content-form.server.ts';
import { saveFormDraft } from '#app/admin/save-form-draft.server.ts';
import { addUpload } from '#app/admin/sent-picture.server.ts';
import { titleOfInput } from '#app/collection/collection.ts';
import { requireCollection } from '#app/content/require-collection.ts';
import { visitContext, writeVisit } from '#app/context.ts';
import { ACCEPTED_TYPES } from '#app/media/accepted-types.ts';
import { Alert } from '#app/ui/alert.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { NoData } from '#app/ui/no-data.tsx';
import { Pager } from '#app/ui/pager.tsx';
import { UnlistedHead } from '#app/ui/unlisted-head.tsx';
import type { Route } from './+types/item-picture';
import { loadShelf } from './load-library.server.ts';
import { PictureFinder } from './picture-shelf.tsx';
import type { ShelfPicture } from './shelf-picture.ts';

/** `/admin/{collection}/{id}/picture`: chooses the lead picture of an item that is saved, at least as a draft. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = writeVisit(args);
  const collection = requireCollection(args);
  const { item, draft } = await openItem(collection, read, args.params.id);
  if (!item || !collection.form) throw data(null, { status: 404 });
  const input = draft?.input ?? item.input;
  return {
    ...(await loadShelf(args)),
    singular: collection.singular,
    form: `/admin/${collection.name}/${args.params.id}`,
    title: titleOfInput(collection, input),
    current: String(input.picture ?? ''),
    siteTitle: town.title,
  };
}

/** Gives the draft the chosen or uploaded picture, and opens the form again. */
export async function action(args: Route.ActionArgs) {
  const { write, town } = writeVisit(args);
  const collection = requireCollection(args);
  const { form: spec } = collection;
  const opened = await openItem(collection, write, args.params.id);
  if (!opened.item || !spec) throw data(null, { status: 404 });
  const [upload] = args.context.get(visitContext).uploads;
  const added = upload && (await addUpload(args, upload));
  if (added?.refusal) return data({ file: added.refusal.sentence, reason: '' }, added.refusal.status);
  const picture = added?.picture.id ?? String((await args.request.formData()).get('picture') ?? '');
  if (picture === '') return data({ file: '', reason: 'Choose a picture first.' }, 400);
  const values = { ...valuesOf(collection, opened, spec, town), picture };
  const version = versionOf(opened) ?? NEW;
  const { outcome } = await saveFormDraft(args, collection, { spec, values, version });
  if (outcome.kind === 'saved' || outcome.kind === 'empty')
    return redirect(`/admin/${collection.name}/${args.params.id}`, 303);
  return data({ file: '', reason: 'Someone else changed this draft. Please try again.' }, 409);
}

export default function ItemPicture({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, pager, q, form, singular, title, current, siteTitle } = loaderData;
  const address = `${form}/picture`;
  return (
    <div className="stack">
      <UnlistedHead title={`Choose a picture | ${siteTitle}`} />
      {actionData ? (
        <Alert tone="danger">{actionData.reason || 'The picture could not be added.'}</Alert>
      ) : null}
      <header>
        <p className="small">
          <Link to={form}>Back to the {singular}</Link>
        </p>
        <h1>Choose a picture</h1>
        <p className="muted">Lead picture of “{title}”</p>
      </header>
      <PictureFinder q={q} action={address} />
      <Form method="post" encType="multipart/form-data" action={address}>
        <UploadBox problem={actionData?.file ?? ''} />
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
          <span className="small muted">Your {singular} is saved as a draft.</span>
        </div>
      </Form>
      <Pager {...pager} />
    </div>
  );
}

function UploadBox({ problem }: { problem: string }) {
  return (
    <div className="drop">
      <div className="field">
        <label htmlFor="file">Picture</label>
        <span className="hint" id="file-hint">
          Uploads and selects a new picture in one step.
        </span>
        {problem ? (
          <span className="error" id="file-error">
            {problem}
          </span>
        ) : null}
        <input
          className="input"
          id="file"
          name="file"
          type="file"
          accept={ACCEPTED_TYPES}
          aria-describedby={problem ? 'file-hint file-error' : 'file-hint'}
          aria-invalid={problem ? true : undefined}
        />
      </div>
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
