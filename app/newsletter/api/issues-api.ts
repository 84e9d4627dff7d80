import { issueCalls } from './issue-calls.server.ts';

/** `/api/v1/newsletter/issues` and `/{id}`. */
export const loader = issueCalls.at('/api/v1/newsletter/issues', '/api/v1/newsletter/issues/{id}');
export const action = loader;
