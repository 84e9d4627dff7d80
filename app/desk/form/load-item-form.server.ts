import { data, type RouterContextProvider } from 'react-router';
import type { Collection } from '#app/items/collection/collection.ts';
import { readContext } from '#app/people/request/context.ts';
import { loadContentForm } from './load-content-form.server.ts';

type Args = { context: Readonly<RouterContextProvider>; url: URL; params: { id: string } };

/** What the form of an item shows, with its fields. */
export async function loadItemForm(args: Args, collection: Collection) {
  const { name, singular, form } = collection;
  const page = await loadContentForm(args, collection, form.fields);
  const { values, isNew } = page.data;
  const spec = (await form.fieldsFor?.({ read: readContext(args).read, values, isNew })) ?? form.fields;
  return data({ ...page.data, name, singular, spec }, page.init ?? {});
}
