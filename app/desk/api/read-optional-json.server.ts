import { type ReadBody, readJsonObject } from './read-json.server.ts';

/** As `readJsonObject`; a request without a body has no fields. */
export async function readOptionalJson(request: Request): Promise<ReadBody> {
  const bytes = await request.clone().bytes();
  return bytes.length === 0 ? { body: {} } : readJsonObject(request, ['application/json']);
}
