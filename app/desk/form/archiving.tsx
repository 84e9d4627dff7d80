import { data, redirect } from 'react-router';
import { ConfirmationPage } from '#app/desk/hub/confirmation-page.tsx';
import { findArchivedDay, setArchived } from '#app/items/archive/archive-store.server.ts';
import { findForEditor, titleOfInput } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { subjectOf } from '#app/items/content/item-subject.server.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/archiving';

/** `/admin/{collection}/{id}/archiving`: puts an item into the archive, or takes it out again. */
export async function loader(args: Route.LoaderArgs) {
  const { write, town } = writeContext(args);
  const { collection, item } = await findItem(args);
  const { name, singular, store } = collection;
  return {
    form: `/admin/${name}/${item.id}`,
    singular,
    title: titleOfInput(collection, item.input),
    day: await findArchivedDay(write, name, item.id, town),
    canBe: item.publication === 'published' && !store.permanentIds?.includes(item.id),
    isDone: args.url.searchParams.has('done'),
  };
}

async function findItem(args: Pick<Route.LoaderArgs, 'params' | 'context'>) {
  const { write } = writeContext(args);
  const collection = requireCollection(args);
  const { id } = args.params;
  const item = isItemId(id) ? await findForEditor(collection, write, id) : undefined;
  if (!item) throw data(null, { status: 404 });
  return { collection, item };
}

export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const { collection, item } = await findItem(args);
  const { values } = await readForm(args.request, [hidden('archive')]);
  const isWanted = values.archive === '1';
  if (
    await setArchived(
      write,
      collection,
      item.id,
      isWanted ? now : null,
      editorOf(args.context.get(requestContextKey)),
    )
  )
    await recordActivity(args, 'item-saved', subjectOf(collection, item));
  return redirect(`/admin/${collection.name}/${item.id}/archiving?done=1`, 303);
}

export default function Archiving({ loaderData }: Route.ComponentProps) {
  const { form, singular, title, day, canBe, isDone } = loaderData;
  const parent = { to: form, label: `Back to the ${singular}` };
  const notices = isDone ? (
    <Alert tone="success">{day ? `Archived on ${day}.` : 'It is not in the archive.'}</Alert>
  ) : null;
  if (day)
    return (
      <ConfirmationPage
        question={`Take “${title}” out of the archive?`}
        parent={parent}
        notices={notices}
        fields={{ archive: '0' }}
        submit="Take out of the archive"
        isDangerous={false}
      >
        <p className="mb">
          It was archived on {day}. Until you take it out, it can’t be changed, its page says that it is
          archived, and search leaves it out unless readers ask for the archive.
        </p>
      </ConfirmationPage>
    );
  return (
    <ConfirmationPage
      question={`Archive “${title}”?`}
      parent={parent}
      notices={notices}
      fields={{ archive: '1' }}
      submit={canBe ? 'Archive' : null}
      isDangerous={false}
    >
      <p className="mb">
        {canBe
          ? 'For what is kept only for reference and no longer used. Its page stays, with the date on which it was archived. It can’t be changed, and search leaves it out unless readers ask for the archive. You can take it out again at any time.'
          : 'Only what is public can be archived, and no page that must always be up to date.'}
      </p>
    </ConfirmationPage>
  );
}
