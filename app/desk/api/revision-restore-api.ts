import { writeRevision } from './revisions.server.ts';
import { withCollection } from './with-collection.ts';

/** `/api/v1/{collection}/{id}/revisions/{revision}/restore`. */
export const loader = withCollection(writeRevision);
export const action = loader;
