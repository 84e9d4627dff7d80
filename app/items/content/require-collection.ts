import { data, type RouterContextProvider } from 'react-router';
import type { Collection } from '#app/items/collection/collection.ts';
import { readContext } from '#app/people/request/context.ts';

type Args = { params: { collection: string }; context: Readonly<RouterContextProvider> };

/** The collection of an address; undefined if there is none. */
export function findCollection(args: Args): Collection | undefined {
  const { collections } = readContext(args);
  const { collection } = args.params;
  return Object.hasOwn(collections, collection) ? collections[collection] : undefined;
}

/** The same; throws a 404 if there is none. */
export function requireCollection(args: Args): Collection {
  const collection = findCollection(args);
  if (!collection) throw data(null, { status: 404 });
  return collection;
}
