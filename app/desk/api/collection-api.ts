import { readCollection } from './collection-read.server.ts';
import { writeCollection } from './collection-write.server.ts';
import { withCollection } from './with-collection.ts';

/** `/api/v1/{collection}` and `/api/v1/{collection}/{id}`. */
export const loader = withCollection(readCollection);
export const action = withCollection(writeCollection);
