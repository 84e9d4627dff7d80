import { requireCollection } from '#app/items/content/require-collection.ts';
import type { Route } from './+types/item-form';
import { ContentForm } from './content-form.tsx';
import { keepTyped } from './keep-typed.ts';
import { loadItemForm } from './load-item-form.server.ts';
import { saveContent } from './save-content.server.ts';

/** `/admin/{collection}/{id}`: the form of an item. */
export function loader(args: Route.LoaderArgs) {
  return loadItemForm(args, requireCollection(args));
}

export function action(args: Route.ActionArgs) {
  const collection = requireCollection(args);
  return saveContent(args, collection, collection.form.fields);
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepTyped(args);
}

export default function ItemForm({ loaderData, actionData }: Route.ComponentProps) {
  return <ContentForm page={loaderData} failure={actionData} />;
}
