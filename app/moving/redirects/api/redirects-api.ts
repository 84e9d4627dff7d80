import { redirectCalls } from './redirect-calls.server.ts';

/** `/api/v1/redirects`. */
export const loader = redirectCalls.at('/api/v1/redirects');
export const action = loader;
