import { problemResponse } from './problem-document.ts';

/** Every unknown address below /api, whatever the method. */
export function loader() {
  return problemResponse(404);
}

export const action = loader;
