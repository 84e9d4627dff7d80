import { meCalls } from './me-calls.server.ts';

/** `/api/v1/me`. */
export const loader = meCalls.at('/api/v1/me');
export const action = loader;
