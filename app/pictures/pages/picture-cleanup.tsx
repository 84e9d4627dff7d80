import { Form, Link, redirect } from 'react-router';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { listPicturesById } from '#app/platform/media/picture-store.server.ts';
import { cleanUpPictures, IDLE_DAYS, listCleanable } from '#app/platform/media/remove-picture.server.ts';
import { updateUses } from '#app/platform/media/update-picture-uses.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/picture-cleanup';
import { PictureShelf } from './picture-shelf.tsx';
import { shelfPicture } from './shelf-picture.ts';

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
    siteTitle: town.title,
  };
}

/** Deletes the pictures that the page showed, except those that are used by now. */
export async function action(args: Route.ActionArgs) {
  const { write, now, collections } = writeContext(args);
  const asked = (await args.request.formData()).getAll('id').map(String).slice(0, MOST);
  const names = new Map((await listPicturesById(write, asked)).map(({ id, name }) => [id, name]));
  const removed = await cleanUpPictures(write, sourcesOf(collections), asked, now);
  for (const id of removed)
    await recordActivity(args, 'picture-removed', `/admin/pictures/${id} ${names.get(id) ?? ''}`);
  return redirect(`/admin/pictures?cleaned=${removed.length}`, 303);
}

export default function PictureCleanup({ loaderData: { pictures, days, siteTitle } }: Route.ComponentProps) {
  const count = pictures.length;
  return (
    <div className="stack-lg">
      <UnlistedHead title={`Clean up pictures | ${siteTitle}`} />
      <header>
        <p className="small">
          <Link to="/admin/pictures">Pictures</Link>
        </p>
        <h1>Clean up pictures</h1>
        <p className="muted">Pictures that nothing has used for {days} days.</p>
      </header>
      {count === 0 ? (
        <NoData>Every picture was used in the last {days} days.</NoData>
      ) : (
        <>
          <Alert tone="warning">
            Delete {count === 1 ? 'this picture' : `these ${count} pictures`}? You can’t undo this.
          </Alert>
          <PictureShelf pictures={pictures} />
          <Form method="post" action="/admin/pictures/cleanup" className="actions">
            {pictures.map(({ id }) => (
              <input type="hidden" name="id" value={id} key={id} />
            ))}
            <button type="submit" className="button button--danger-solid">
              Delete
            </button>
            <Link className="button" to="/admin/pictures">
              Cancel
            </Link>
          </Form>
        </>
      )}
    </div>
  );
}
