/** Reads multipart/form-data (RFC 7578) as it arrives, without holding more of it than a chunk. */

/** What a part says of itself; `filename` is undefined for a field that is not a file. */
export type PartHead = { name: string; filename: string | undefined };

/** Receives the content of one part. */
export type PartSink = { write: (bytes: Buffer) => Promise<void>; end: () => Promise<void> };

/** The body is not valid multipart/form-data, or ends too early. */
export class MultipartError extends Error {
  override name = 'MultipartError';
}

const HEAD_END = Buffer.from('\r\n\r\n');
const MAX_HEAD_BYTES = 4096;

/** The boundary that a Content-Type names; undefined for every other type. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/**
 * Passes each part to the sink that `open` returns for it. Throws MultipartError, and whatever the sinks throw; a part
 * whose end did not arrive is not ended.
 */
export async function readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
  open: (head: PartHead) => Promise<PartSink>,
): Promise<void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line end before it.
  let buffer: Buffer = Buffer.from('\r\n');
  let sink: PartSink | undefined;
  let state = 'content' as 'content' | 'delimited' | 'head' | 'done';

  async function step(): Promise<boolean> {
    if (state === 'content') {
      const at = buffer.indexOf(delimiter);
      const end = at < 0 ? Math.max(0, buffer.length - delimiter.length + 1) : at;
      if (sink && end > 0) await sink.write(buffer.subarray(0, end));
      buffer = buffer.subarray(at < 0 ? end : at + delimiter.length);
      if (at < 0) return false;
      await sink?.end();
      sink = undefined;
      state = 'delimited';
    }
    if (state === 'delimited') {
      if (buffer.length < 2) return false;
      const mark = buffer.toString('latin1', 0, 2);
      if (mark !== '--' && mark !== '\r\n')
        throw new MultipartError('the delimiter is not followed by a line end');
      buffer = buffer.subarray(2);
      state = mark === '--' ? 'done' : 'head';
    }
    if (state !== 'head') return false;
    const at = buffer.indexOf(HEAD_END);
    if (at > MAX_HEAD_BYTES || (at < 0 && buffer.length > MAX_HEAD_BYTES))
      throw new MultipartError('the headers of a part are too long');
    if (at < 0) return false;
    sink = await open(readHead(buffer.toString('utf8', 0, at)));
    buffer = buffer.subarray(at + HEAD_END.length);
    state = 'content';
    return true;
  }

  for await (const chunk of chunks) {
    if (state === 'done') continue;
    buffer = buffer.length === 0 ? Buffer.from(chunk) : Buffer.concat([buffer, chunk]);
    while (await step());
  }
  if (state !== 'done') throw new MultipartError('the body ends too early');
}

function readHead(text: string): PartHead {
  const line = text.split('\r\n').find((each) => /^content-disposition:/i.test(each)) ?? '';
  const name = parameterOf(line, 'name');
  if (!/^content-disposition:\s*form-data\b/i.test(line) || name === undefined)
    throw new MultipartError('a part has no name');
  return { name, filename: parameterOf(line, 'filename') };
}

/** Browsers escape quotes and line ends (HTML standard, multipart/form-data encoding). */
function parameterOf(line: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(line) ?? [];
  return (quoted ?? plain)?.replaceAll('%22', '"').replace(/%0[AD]/g, ' ');
}
