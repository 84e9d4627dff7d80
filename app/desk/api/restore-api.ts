import { withCollection } from './with-collection.ts';

/** `/api/v1/{collection}/{id}/restore`. */
export const loader = withCollection('/{id}/restore');
export const action = loader;
