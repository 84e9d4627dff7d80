import { withCollection } from './collection-calls.server.ts';

/** `/api/v1/{collection}/{id}/revisions/{revision}/restore`. */
export const loader = withCollection('/{id}/revisions/{revision}/restore');
export const action = loader;
