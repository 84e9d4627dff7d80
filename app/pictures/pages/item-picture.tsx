import { data, redirect } from 'react-router';
import { NEW } from '#app/desk/form/form-page.ts';
import { openItem, valuesOf, versionOf } from '#app/desk/form/opened-item.server.ts';
import { saveFormDraft } from '#app/desk/form/save-form-draft.server.ts';
import { titleOfInput } from '#app/items/collection/collection.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { writeContext } from '#app/people/request/context.ts';
import type { Route } from './+types/item-picture';
import { loadShelf } from './load-library.server.ts';
import { readPicked } from './picked-picture.server.ts';
import { PictureChoice } from './picture-choice.tsx';

/** `/admin/{collection}/{id}/picture`: chooses the lead picture of an item that is saved, at least as a draft. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = writeContext(args);
  const collection = requireCollection(args);
  const { item, draft } = await openItem(collection, read, args.params.id);
  if (!item) throw data(null, { status: 404 });
  const input = draft?.input ?? item.input;
  return {
    shelf: await loadShelf(args),
    singular: collection.singular,
    form: `/admin/${collection.name}/${args.params.id}`,
    title: titleOfInput(collection, input),
    current: String(input.picture ?? ''),
  };
}

/** Gives the draft the chosen or uploaded picture, and opens the form again. */
export async function action(args: Route.ActionArgs) {
  const { write, town } = writeContext(args);
  const collection = requireCollection(args);
  const { fields: spec } = collection.form;
  const opened = await openItem(collection, write, args.params.id);
  if (!opened.item) throw data(null, { status: 404 });
  const picked = await readPicked(args);
  if (picked.id === undefined) return data(picked, picked.status);
  const values = { ...valuesOf(collection, opened, spec, town), picture: picked.id };
  const version = versionOf(opened) ?? NEW;
  const { outcome } = await saveFormDraft(args, collection, { spec, values, version });
  if (outcome.kind === 'saved' || outcome.kind === 'empty')
    return redirect(`/admin/${collection.name}/${args.params.id}`, 303);
  return data({ file: '', reason: 'Someone else changed this draft. Please try again.' }, 409);
}

export default function ItemPicture({ loaderData, actionData }: Route.ComponentProps) {
  const { singular, title, form, ...rest } = loaderData;
  return (
    <PictureChoice
      {...rest}
      form={form}
      address={`${form}/picture`}
      back={`Back to the ${singular}`}
      purpose={`Lead picture of “${title}”`}
      note={`Your ${singular} is saved as a draft.`}
      failure={actionData}
    />
  );
}
