import { searchCalls } from './search-calls.server.ts';

/** `/api/v1/search`. */
export const loader = searchCalls([]).at('/api/v1/search');
export const action = loader;
