/** Bodies over 1 MiB are refused (product contract section 4). */
const MAX_BODY_BYTES = 1024 * 1024;

// no form of ours has a third as many, and each costs time before anybody looks at it.
const MAX_FIELDS = 200;
const MAX_PARTS = 20;

/**
 * The request with its body read into memory, or undefined when the body is too large, of which the rest is not read,
 * or is a form with more fields than any of ours.
 */
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
  const body = Buffer.concat(chunks);
  if (hasTooManyFields(body, headers.get('Content-Type') ?? '')) return undefined;
  return new Request(url, { method, headers, signal, body });
}

function hasTooManyFields(body: Buffer, contentType: string): boolean {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return countOf(body, '&') >= MAX_FIELDS;
  const boundary = /^multipart\/.*\bboundary="?([^";]{1,70})/i.exec(contentType)?.[1];
  // One stands before each part, and one after the last.
  return boundary !== undefined && countOf(body, `--${boundary}`) > MAX_PARTS + 1;
}

function countOf(body: Buffer, text: string): number {
  let count = 0;
  for (let at = body.indexOf(text); at >= 0 && count <= MAX_FIELDS; at = body.indexOf(text, at + text.length))
    count++;
  return count;
}
