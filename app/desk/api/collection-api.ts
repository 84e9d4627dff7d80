import { withCollection } from './collection-calls.server.ts';

/** `/api/v1/{collection}` and `/api/v1/{collection}/{id}`. */
export const loader = withCollection('', '/{id}');
export const action = loader;
