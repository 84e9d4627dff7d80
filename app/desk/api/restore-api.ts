import { restoreItem } from './trash-write.server.ts';
import { withCollection } from './with-collection.ts';

/** `/api/v1/{collection}/{id}/restore`. */
export const loader = withCollection(restoreItem);
export const action = loader;
