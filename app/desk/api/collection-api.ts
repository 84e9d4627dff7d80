import { withCollection } from './with-collection.ts';

/** `/api/v1/{collection}` and `/api/v1/{collection}/{id}`. */
export const loader = withCollection('', '/{id}');
export const action = loader;
