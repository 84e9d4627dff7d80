import { redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { ConfirmationForm } from '#app/desk/hub/confirmation-page.tsx';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { several } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { listPicturesById } from '#app/platform/media/picture-store.server.ts';
import { cleanUpPictures, IDLE_DAYS, listCleanable } from '#app/platform/media/remove-picture.server.ts';
import { updateUses } from '#app/platform/media/update-picture-uses.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import type { Route } from './+types/picture-cleanup';
import { shelfPicture } from './load-library.server.ts';
import { PictureShelf } from './picture-shelf.tsx';

/** At most this many are shown and deleted at once. */
const MOST = 60;

/** Asks once before pictures are deleted that nothing has used for 30 days. */
export async function loader(args: Route.LoaderArgs) {
  const { read, write, now, town, collections } = writeContext(args);
  await updateUses(write, sourcesOf(collections), now);
  const ids = await listCleanable(read, now, MOST);
  const found = new Map((await listPicturesById(read, ids)).map((picture) => [picture.id, picture]));
  const number = new Intl.NumberFormat(town.locale);
  return {
    pictures: ids.flatMap((id) => {
      const picture = found.get(id);
      return picture ? [shelfPicture(picture, 0, number)] : [];
    }),
    days: IDLE_DAYS,
  };
}

/** Deletes the pictures that the page showed, except those that are used by now. */
export async function action(args: Route.ActionArgs) {
  const { write, now, collections } = writeContext(args);
  const { values } = await readForm(args.request, [several('id')]);
  const asked = values.id.slice(0, MOST);
  const names = new Map((await listPicturesById(write, asked)).map(({ id, name }) => [id, name]));
  const removed = await cleanUpPictures(write, sourcesOf(collections), asked, now);
  for (const id of removed)
    await recordActivity(args, 'picture-removed', `/admin/pictures/${id} ${names.get(id) ?? ''}`);
  return redirect(`/admin/pictures?cleaned=${removed.length}`, 303);
}

export default function PictureCleanup({ loaderData: { pictures, days } }: Route.ComponentProps) {
  const count = pictures.length;
  return (
    <AdminPage
      heading="Clean up pictures"
      parent={{ to: '/admin/pictures', label: 'Pictures' }}
      about={`Pictures that nothing has used for ${days} days.`}
    >
      {count === 0 ? (
        <NoData>Every picture was used in the last {days} days.</NoData>
      ) : (
        <>
          <Alert tone="warning">
            Delete {count === 1 ? 'this picture' : `these ${count} pictures`}? You can’t undo this.
          </Alert>
          <PictureShelf pictures={pictures} />
          <ConfirmationForm
            action="/admin/pictures/cleanup"
            fields={{ id: pictures.map(({ id }) => id) }}
            submit="Delete"
            cancel="/admin/pictures"
            hasFocus={false}
          />
        </>
      )}
    </AdminPage>
  );
}
