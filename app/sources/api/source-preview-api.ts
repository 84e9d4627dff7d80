import { sourceCalls } from './source-calls.server.ts';

/** `/api/v1/sources/preview`. */
export const loader = sourceCalls.at('/api/v1/sources/preview');
export const action = loader;
