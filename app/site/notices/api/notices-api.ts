import { noticeCalls } from './notice-calls.server.ts';

/** `/api/v1/notices` and `/api/v1/notices/{id}`. */
export const loader = noticeCalls.at('/api/v1/notices', '/api/v1/notices/{id}');
export const action = loader;
