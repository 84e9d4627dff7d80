import { data, redirect } from 'react-router';
import { ConfirmationPage } from '#app/desk/hub/confirmation-page.tsx';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { removeEverywhere } from '#app/items/drafts/swap-pictures.server.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { findPicture } from '#app/platform/media/picture-store.server.ts';
import { removePicture } from '#app/platform/media/remove-picture.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/picture-deletion';
import { loadUses } from './load-uses.server.ts';
import { UseList } from './use-list.tsx';

/** Asks once before a picture is deleted, and says where it is used. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = writeContext(args);
  const picture = await findPicture(read, args.params.id);
  if (!picture) throw data(null, { status: 404 });
  const { id, name } = picture;
  return { id, name, ...(await loadUses(args, id)) };
}

/** Deletes the picture. One that is in use only when the page said so, which `used` confirms. */
export async function action(args: Route.ActionArgs) {
  const { write, now, collections } = writeContext(args);
  const { id } = args.params;
  const by = editorOf(args.context.get(requestContextKey));
  const { values } = await readForm(args.request, [hidden('used')]);
  const picture = await findPicture(write, id);
  const removal =
    values.used === '1'
      ? await removeEverywhere(write, collections, id, { by, now })
      : await removePicture(write, sourcesOf(collections), id, now);
  if (removal.kind === 'used') return redirect(`/admin/pictures/${id}/deletion`, 303);
  if (removal.kind === 'missing' || !picture) throw data(null, { status: 404 });
  await recordActivity(args, 'picture-removed', `/admin/pictures/${id} ${picture.name}`);
  return redirect(`/admin/pictures?${new URLSearchParams({ deleted: picture.name })}`, 303);
}

export default function PictureDeletion({ loaderData }: Route.ComponentProps) {
  const { id, name, uses, count, revised } = loaderData;
  return (
    <ConfirmationPage
      title="Delete a picture"
      parent={{ to: `/admin/pictures/${id}`, label: name }}
      question={`Delete “${name}”?`}
      action={`/admin/pictures/${id}/deletion`}
      submit={count > 0 ? 'Delete it everywhere' : 'Delete'}
      fields={{ used: count > 0 ? '1' : null }}
    >
      <Alert tone="warning">
        You can’t undo this. {count === 0 ? 'Nothing uses this picture.' : consequence(count)}
      </Alert>
      {count > 0 ? <UseList uses={uses} count={count} /> : null}
      {revised > 0 ? (
        <p className="small muted mt">
          Earlier versions of {revised === 1 ? '1 item' : `${revised} items`} show it, too. They can still be
          restored, but without this picture.
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
