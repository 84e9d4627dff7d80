import { withCollection } from './collection-calls.server.ts';

/** `/api/v1/{collection}/{id}/revisions` and `/api/v1/{collection}/{id}/revisions/{revision}`. */
export const loader = withCollection('/{id}/revisions', '/{id}/revisions/{revision}');
export const action = loader;
