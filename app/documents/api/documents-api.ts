import { documentCalls } from './document-calls.server.ts';

/** `/api/v1/documents` and `/api/v1/documents/{id}`. */
export const loader = documentCalls.at('/api/v1/documents', '/api/v1/documents/{id}');
export const action = loader;
