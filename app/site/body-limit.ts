/** Bodies over 1 MiB are refused (product contract section 4). */
const MAX_BODY_BYTES = 1024 * 1024;

/** The request with its body read into memory, or undefined when the body is too large; the rest of it is not read. */
export async function readBounded(request: Request): Promise<Request | undefined> {
  if (!request.body) return request;
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BODY_BYTES) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: Buffer.concat(chunks) });
}
