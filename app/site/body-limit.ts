/** Bodies over 1 MiB are refused (product contract section 4). */
const MAX_BODY_BYTES = 1024 * 1024;

/** What all bodies together may hold of the process: 2,000 connections could bring 2 GB. */
const MAX_BYTES_OF_ALL = 64 * 1024 * 1024;

/** What each body has without asking: forms and votes find room however many large bodies are under way. */
const FREE_BYTES = 16 * 1024;

// no form of ours has a third as many, and each costs time before anybody looks at it.
const MAX_FIELDS = 200;
const MAX_PARTS = 20;

/** How much room there is for bodies. `take` says whether there was enough, `give` brings it back. */
export type BodyBudget = { take: (bytes: number) => boolean; give: (bytes: number) => void };

/** One for a process. */
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

/** A request with its body in memory, which counts against the budget until `release`. */
export type BoundedRequest = { request: Request; release: () => void };

/**
 * The request with its body read into memory. `too-large` is a body over 1 MiB, of which the rest is not read, or a
 * form with more fields than any of ours; `no-room` one for which the budget has nothing left. Rejects when the sender
 * breaks off.
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

/** Copies what comes: a chunk may be a single byte, and each one that is held takes a hundred times as much. */
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
  // One stands before each part, and one after the last.
  return boundary !== undefined && countOf(body, `--${boundary}`) > MAX_PARTS + 1;
}

function countOf(body: Buffer, text: string): number {
  let count = 0;
  for (let at = body.indexOf(text); at >= 0 && count <= MAX_FIELDS; at = body.indexOf(text, at + text.length))
    count++;
  return count;
}
