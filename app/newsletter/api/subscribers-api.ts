import { subscriberCalls } from './subscriber-calls.server.ts';

/** `/api/v1/newsletter/subscribers` and `/{id}`. */
export const loader = subscriberCalls.at(
  '/api/v1/newsletter/subscribers',
  '/api/v1/newsletter/subscribers/{id}',
);
export const action = loader;
