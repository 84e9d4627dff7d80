import { inboxCalls } from './inbox-calls.server.ts';

/** `/api/v1/inbox`. */
export const loader = inboxCalls.at('/api/v1/inbox');
export const action = loader;
