import { inboxCalls } from './inbox-calls.server.ts';

/** `/api/v1/inbox/undo`: undoes the caller's last decision. */
export const loader = inboxCalls.at('/api/v1/inbox/undo');
export const action = loader;
