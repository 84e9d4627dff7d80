import { inboxCalls } from './inbox-calls.server.ts';

/** `/api/v1/inbox/{id}`: decides about an entry. */
export const loader = inboxCalls.at('/api/v1/inbox/{id}');
export const action = loader;
