/** Bodies over 1 MiB are refused (product contract section 4). */
export const MAX_BODY_BYTES = 1024 * 1024;

/** The limit of all bodies in memory together: 2,000 connections could bring 2 GB. */
const MAX_BYTES_OF_ALL = 64 * 1024 * 1024;

/**
 * What each body gets without the shared limit, so that forms and votes fit however many large bodies are being
 * received.
 */
const FREE_BYTES = 16 * 1024;

// our largest form has less than a third of this, and each field costs time.
const MAX_FIELDS = 200;
const MAX_PARTS = 20;

/** The memory for bodies. `take` returns whether there was enough, `give` returns it. */
export type BodyBudget = { take: (bytes: number) => boolean; give: (bytes: number) => void };

/** One per process. */
export function openBodyBudget(maxBytes = MAX_BYTES_OF_ALL): BodyBudget {
  let left = maxBytes;
  return {
    take(bytes) {
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
    give(bytes) {
      left += bytes;
    },
  };
}

/** A request with its body, which takes memory or room on the disk until `release`. */
export type BoundedRequest = { request: Request; release: () => void | Promise<void> };

/**
 * The request with its body in memory. `too-large` is a body over 1 MiB, of which the rest is not read, or a form with
 * too many fields; `no-room` one that exceeds the shared limit. Rejects when the client disconnects.
 */
export async function readBounded(
  request: Request,
  budget: BodyBudget,
): Promise<BoundedRequest | 'too-large' | 'no-room'> {
  if (!request.body) return { request, release: () => undefined };
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BODY_BYTES) return 'too-large';
  const room = openRoom(budget);
  const outcome = await fill(room, request.body).catch((error) => {
    room.release();
    throw error;
  });
  const { url, method, headers, signal } = request;
  const isRefused = outcome !== 'whole' || hasTooManyFields(room.body(), headers.get('Content-Type') ?? '');
  if (isRefused) room.release();
  if (outcome !== 'whole') return outcome;
  if (isRefused) return 'too-large';
  return { request: new Request(url, { method, headers, signal, body: room.body() }), release: room.release };
}

async function fill(
  room: Room,
  chunks: AsyncIterable<Uint8Array>,
): Promise<'whole' | 'too-large' | 'no-room'> {
  for await (const chunk of chunks) {
    if (room.body().length + chunk.byteLength > MAX_BODY_BYTES) return 'too-large';
    if (!room.add(chunk)) return 'no-room';
  }
  return 'whole';
}

type Room = {
  add: (chunk: Uint8Array) => boolean;
  body: () => Buffer<ArrayBuffer>;
  release: () => void;
};

/** Copies the chunks: each may be a single byte, and holding it takes a hundred times as much. */
function openRoom(budget: BodyBudget): Room {
  let [bytes, length, taken] = [Buffer.alloc(FREE_BYTES), 0, 0];
  return {
    add(chunk) {
      let size = bytes.length;
      while (size < length + chunk.byteLength) size *= 2;
      if (!budget.take(size - bytes.length)) return false;
      taken += size - bytes.length;
      if (size > bytes.length) bytes = Buffer.concat([bytes], size);
      bytes.set(chunk, length);
      length += chunk.byteLength;
      return true;
    },
    body: () => bytes.subarray(0, length),
    release() {
      budget.give(taken);
      taken = 0;
    },
  };
}

function hasTooManyFields(body: Buffer, contentType: string): boolean {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return countOf(body, '&') >= MAX_FIELDS;
  const boundary = /^multipart\/.*\bboundary="?([^";]{1,70})/i.exec(contentType)?.[1];
  // One before each part, and one after the last.
  return boundary !== undefined && countOf(body, `--${boundary}`) > MAX_PARTS + 1;
}

function countOf(body: Buffer, text: string): number {
  let count = 0;
  for (let at = body.indexOf(text); at >= 0 && count <= MAX_FIELDS; at = body.indexOf(text, at + text.length))
    count++;
  return count;
}
