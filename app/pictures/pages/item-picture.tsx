import { redirect } from 'react-router';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import type { Route } from './+types/item-picture';
import { openEdited } from './edited-text.server.ts';
import { loadShelf } from './load-library.server.ts';
import { readPicked } from './picked-picture.server.ts';
import { PictureChoice } from './picture-choice.tsx';

/** `/admin/{collection}/{id}/picture`: chooses the lead picture of an item that is saved, at least as a draft. */
export async function loader(args: Route.LoaderArgs) {
  const { facts, input } = await openEdited(args);
  return { ...facts, shelf: await loadShelf(args), current: String(input.picture ?? '') };
}

/** Gives the draft the chosen or uploaded picture, and opens the form again. */
export async function action(args: Route.ActionArgs) {
  const { facts, save } = await openEdited(args);
  const picked = await readPicked(args);
  if (picked.id === undefined) return failedForm(picked.status, {}, picked);
  if (await save({ picture: picked.id })) return redirect(facts.form, 303);
  return failedForm(409, {}, { reason: 'Someone else changed this draft. Please try again.' });
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
