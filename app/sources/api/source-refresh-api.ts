import { sourceCalls } from './source-calls.server.ts';

/** `/api/v1/sources/{id}/refresh`. */
export const loader = sourceCalls.at('/api/v1/sources/{id}/refresh');
export const action = loader;
