import { issueCalls } from './issue-calls.server.ts';

/** `/api/v1/newsletter/issues/{id}/test`. */
export const loader = issueCalls.at('/api/v1/newsletter/issues/{id}/test');
export const action = loader;
