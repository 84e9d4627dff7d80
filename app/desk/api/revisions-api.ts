import { withCollection } from './with-collection.ts';

/** `/api/v1/{collection}/{id}/revisions` and `/api/v1/{collection}/{id}/revisions/{revision}`. */
export const loader = withCollection('/{id}/revisions', '/{id}/revisions/{revision}');
export const action = loader;
