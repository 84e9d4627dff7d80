import { sourceCalls } from './source-calls.server.ts';

/** `/api/v1/sources` and `/api/v1/sources/{id}`. */
export const loader = sourceCalls.at('/api/v1/sources', '/api/v1/sources/{id}');
export const action = loader;
