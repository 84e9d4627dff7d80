import { pictureCalls } from './picture-calls.server.ts';

/** `/api/v1/pictures` and `/api/v1/pictures/{id}`. */
export const loader = pictureCalls.at('/api/v1/pictures', '/api/v1/pictures/{id}');
export const action = loader;
