import { problemResponse } from './problem.ts';

/** Every address below /api that the API does not have, whatever the method. */
export function loader() {
  return problemResponse(404);
}

export const action = loader;
