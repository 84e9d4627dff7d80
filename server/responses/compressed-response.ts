import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { encodingFor } from './variant.ts';

const TEXT = /^(text\/(?!event-stream)|application\/(javascript|([a-z.-]+\+)?(json|xml))\b)/;
/** Below this, compression saves no packet. */
const LEAST_BYTES = 1024;
const BROTLI_QUALITY = 5;

/**
 * The same response, compressed while it streams if it is text and the client accepts it. Responses without a body,
 * short or already compressed ones are unchanged. Never for a logged-in user whose browser was sent here by another
 * site: the length would reveal to that site, guess by guess, what is on the page (BREACH, breachattack.com).
 */
export async function compressed(message: IncomingMessage, response: Response): Promise<Response> {
  if (!response.body || !isText(response.headers)) return response;
  response.headers.append('Vary', 'Accept-Encoding');
  const encoding = mayTellLength(message) ? encodingFor(message.headers['accept-encoding']) : 'identity';
  if (message.method === 'HEAD' || encoding === 'identity') return response;
  const reader: Reader = response.body.getReader();
  const start = await readStart(reader);
  if (start.isWhole && start.body.length < LEAST_BYTES) return withBody(response, start.body);
  const zip =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  describe(response.headers, encoding);
  // The reader of the result gets the error.
  pipeline(Readable.from(chunksOf(start, reader), { objectMode: false }), zip, () => undefined);
  return withBody(response, Readable.toWeb(zip) as ReadableStream);
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Start = { body: Buffer<ArrayBuffer>; isWhole: boolean };

function isText(headers: Headers): boolean {
  if (headers.has('Content-Encoding') || headers.get('Cache-Control')?.includes('no-transform')) return false;
  return TEXT.test(headers.get('Content-Type') ?? '');
}

function mayTellLength({ headers }: IncomingMessage): boolean {
  return !headers.cookie || ['same-origin', 'none'].includes(String(headers['sec-fetch-site']));
}

async function readStart(reader: Reader): Promise<Start> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < LEAST_BYTES) {
    const { done, value } = await reader.read();
    if (done) return { body: Buffer.concat(chunks), isWhole: true };
    chunks.push(value);
    length += value.length;
  }
  return { body: Buffer.concat(chunks), isWhole: false };
}

async function* chunksOf(start: Start, reader: Reader): AsyncGenerator<Uint8Array> {
  try {
    yield start.body;
    while (!start.isWhole) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

function describe(headers: Headers, encoding: 'br' | 'gzip'): void {
  headers.set('Content-Encoding', encoding);
  headers.delete('Content-Length');
  const etag = headers.get('ETag');
  // The bytes differ from those that a strong ETag names.
  if (etag && !etag.startsWith('W/')) headers.set('ETag', `W/${etag}`);
}

function withBody({ status, statusText, headers }: Response, body: BodyInit): Response {
  return new Response(body, { status, statusText, headers });
}
