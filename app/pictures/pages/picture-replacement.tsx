import { data, Form, Link, redirect } from 'react-router';
import { addOnlyUpload } from '#app/desk/form/picture/sent-picture.server.ts';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { editorOf } from '#app/items/drafts/editor.ts';
import { replacePicture } from '#app/items/drafts/swap-pictures.server.ts';
import { reportFailedSave, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { findPicture, type Picture } from '#app/platform/media/picture-store.server.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { Route } from './+types/picture-replacement';
import { loadUses } from './load-uses.server.ts';
import { PictureFileField } from './picture-shelf.tsx';
import { UseList } from './use-list.tsx';

/** `/admin/pictures/{id}/replacement`: uploads a file that takes a picture's place everywhere. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = writeContext(args);
  const picture = await findPicture(read, args.params.id);
  if (!picture) throw data(null, { status: 404 });
  const { id, name, width, height } = picture;
  return {
    picture: { id, name, width, height },
    src: pictureAddress(picture, 640),
    ...(await loadUses(args, id)),
  };
}

/**
 * Adds the file to the library with the texts of the earlier picture, and lets everything that uses that one use the new
 * one. `back` undoes this: it names the earlier picture.
 */
export async function action(args: Route.ActionArgs) {
  const { write } = writeContext(args);
  try {
    const picture = await findPicture(write, args.params.id);
    if (!picture) throw data(null, { status: 404 });
    const { values, names } = await readForm(args.request, [hidden('back')]);
    return names.includes('back') ? await undo(args, picture, values.back) : await replace(args, picture);
  } catch (error) {
    const failed = reportFailedSave(args, error, 'a picture could not be replaced');
    return failedForm(failed.status, {}, { reason: failed.reason ?? messages.saveFailed });
  }
}

async function replace(args: Route.ActionArgs, from: Picture) {
  const { alt, decorative, caption, credit, focalPoint } = from;
  const added = await addOnlyUpload(args, { alt, decorative, caption, credit, focalPoint });
  if (!added) return failedForm(400, {}, { problems: { file: 'Choose a picture' } });
  if (added.refusal)
    return failedForm(added.refusal.status, {}, { problems: { file: added.refusal.sentence } });
  const { picture, isNew } = added;
  if (picture.id === from.id)
    return failedForm(400, {}, { problems: { file: 'This is the same file. Choose another one' } });
  await swap(args, from, picture);
  // Where it was used before, undoing would take it away.
  return redirect(`/admin/pictures/${picture.id}?${isNew ? `replaced=${from.id}` : 'merged=1'}`, 303);
}

async function undo(args: Route.ActionArgs, from: Picture, back: string) {
  const earlier = await findPicture(writeContext(args).write, back);
  if (!earlier) throw data(null, { status: 404 });
  await swap(args, from, earlier);
  return redirect(`/admin/pictures/${earlier.id}?undone=1`, 303);
}

async function swap(args: Route.ActionArgs, from: Picture, to: Picture): Promise<void> {
  const { write, now, collections } = writeContext(args);
  const by = editorOf(args.context.get(requestContextKey));
  await replacePicture(write, collections, { from: from.id, to }, { by, now });
  await recordActivity(args, 'picture-changed', `/admin/pictures/${to.id} ${to.name}`);
}

export default function PictureReplacement({ loaderData, actionData }: Route.ComponentProps) {
  const { picture, src, uses, count } = loaderData;
  const page = `/admin/pictures/${picture.id}`;
  const problem = actionData?.problems.file;
  return (
    <AdminPage
      isForm
      title="Replace a picture"
      heading={`Replace “${picture.name}”`}
      parent={{ to: page, label: picture.name }}
      about="The new picture appears in every place that uses this one, with the same texts. You can undo this: the earlier picture stays in the library."
      notices={
        actionData ? (
          <Alert tone="danger">{actionData.reason || 'The picture was not replaced.'}</Alert>
        ) : null
      }
    >
      <Form method="post" action={`${page}/replacement`} encType="multipart/form-data" noValidate>
        <img src={src} alt={`Current picture: ${picture.name}`} {...sizeOf(picture)} />
        <div className="mt">
          <PictureFileField hint="JPEG, PNG, WebP, AVIF or GIF, up to 20 MiB." problem={problem} required />
        </div>
        <section className="field" aria-labelledby="uses">
          <h2 id="uses">Where it is used</h2>
          {count > 0 ? <UseList uses={uses} count={count} /> : <p className="muted mt">Not used.</p>}
        </section>
        <div className="actions">
          <button type="submit" className="button button--primary">
            <Icon name="upload" />
            Replace file
          </button>
          <Link className="button" to={page}>
            Cancel
          </Link>
        </div>
      </Form>
    </AdminPage>
  );
}

/** As wide as the small file. */
function sizeOf({ width, height }: { width: number; height: number }) {
  return { width: 320, height: Math.round((320 * height) / width) };
}
