import { readRevisions } from './revisions.server.ts';
import { withCollection } from './with-collection.ts';

/** `/api/v1/{collection}/{id}/revisions` and `/api/v1/{collection}/{id}/revisions/{revision}`. */
export const loader = withCollection(readRevisions);
export const action = loader;
