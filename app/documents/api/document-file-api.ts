import { documentCalls } from './document-calls.server.ts';

/** `/api/v1/documents/{id}/file`. */
export const loader = documentCalls.at('/api/v1/documents/{id}/file');
export const action = loader;
