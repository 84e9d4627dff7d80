import { voteCalls } from './vote-calls.server.ts';

/** `/api/v1/polls/{id}/votes`: votes are cast, changed and withdrawn here. */
export const loader = voteCalls.at('/api/v1/polls/{id}/votes');
export const action = loader;
