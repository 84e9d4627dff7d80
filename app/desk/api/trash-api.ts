import { trashCalls } from './trash-calls.server.ts';

/** `/api/v1/trash`: deleted items of all collections. */
export const loader = trashCalls.at('/api/v1/trash');
export const action = loader;
