import { withCollection } from './collection-calls.server.ts';

/** `/api/v1/{collection}/{id}/restore`. */
export const loader = withCollection('/{id}/restore');
export const action = loader;
