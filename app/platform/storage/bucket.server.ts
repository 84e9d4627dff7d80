/**
 * A bucket of an S3-compatible store, over its HTTP interface. Only this file imports aws4fetch, which signs the
 * requests.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { hashFile } from './work-folder.server.ts';

/** `address` is that of the bucket and of a folder in it, ending in a slash. */
export type Bucket = { address: string; region: string; accessKeyId: string; secretAccessKey: string };

/** The limit of one request; a larger town needs a folder for its second copy. */
const MOST_BYTES = 5 * 1024 ** 3;
const SILENT_MS = MINUTE_MS;
const MOST_ANSWER = 4 * 1024 * 1024;
const MAX_OBJECT = 64 * 1024 * 1024;
/** SHA-256 of nothing. */
const NOTHING = createHash('sha256').digest('hex');

/**
 * A bucket from an address `https://KEY:SECRET@HOST/BUCKET/FOLDER?region=REGION`; undefined when it is invalid. Special
 * characters of the key are URL-encoded. `s3:` is https, or http on this machine.
 */
export function parseBucket(text: string): Bucket | undefined {
  const isLocal = /^s3:\/\/[^/]*@(localhost|127\.[\d.]+|\[::1\])[:/]/.test(text);
  const url = URL.parse(text.replace(/^s3:/, isLocal ? 'http:' : 'https:'));
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || !url.password || url.pathname === '/')
    return undefined;
  return {
    address: `${url.origin}${url.pathname.replace(/\/*$/, '/')}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

/** Stores a file under a name; the store compares its SHA-256 with what arrived. Throws. */
export async function putIntoBucket(
  bucket: Bucket,
  name: string,
  file: string,
  signal?: AbortSignal,
): Promise<void> {
  const { size } = await stat(file);
  if (size > MOST_BYTES) throw new Error('it is larger than 5 GB; use a folder instead');
  await ask(bucket, { method: 'PUT', name, file, size, hash: await hashFile(file), signal });
  const { headers } = await ask(bucket, { method: 'HEAD', name, signal });
  if (Number(headers['content-length']) !== size) throw new Error('the copy and the original differ in size');
}

/** Something in a bucket. `changedAt` is UTC epoch milliseconds. */
export type BucketObject = { name: string; bytes: number; changedAt: number };

/** The names in the bucket that begin with `prefix`, in order. Throws. */
export async function listBucket(bucket: Bucket, prefix: string, signal?: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of listObjects(bucket, prefix, signal)) names.push(name);
  return names.sort();
}

/** What is in the bucket under names that begin with `prefix`, by name in byte order, a thousand per request. Throws. */
export async function* listObjects(
  bucket: Bucket,
  prefix: string,
  signal?: AbortSignal,
): AsyncGenerator<BucketObject> {
  const { origin, pathname } = new URL(bucket.address);
  const [, name = '', ...folder] = pathname.split('/');
  const inside = folder.join('/');
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${inside}${prefix}` });
    if (token) query.set('continuation-token', token);
    const { text } = await ask(bucket, { method: 'GET', url: `${origin}/${name}?${query}`, signal });
    for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs))
      yield {
        name: elementOf(entry, 'Key').slice(inside.length),
        bytes: Number(elementOf(entry, 'Size')),
        changedAt: Date.parse(elementOf(entry, 'LastModified')),
      };
    token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1];
  } while (token);
}

function elementOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
}

/** The size and time of what is stored under a name; undefined if there is nothing. Throws. */
export async function findInBucket(
  bucket: Bucket,
  name: string,
  signal?: AbortSignal,
): Promise<Omit<BucketObject, 'name'> | undefined> {
  const found = await askFor(bucket, { method: 'HEAD', name, signal });
  if (!found) return undefined;
  const { 'content-length': bytes, 'last-modified': changedAt = '' } = found.headers;
  return { bytes: Number(bytes), changedAt: Date.parse(changedAt) };
}

/** What is stored under a name, of at most 64 MiB; undefined if there is nothing. Throws. */
export async function readBytesFromBucket(
  bucket: Bucket,
  name: string,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const found = await askFor(bucket, { method: 'GET', name, signal, maxBytes: MAX_OBJECT });
  return found && new Uint8Array(found.body);
}

/** The response; undefined if there is nothing under the name. */
async function askFor(bucket: Bucket, question: Question): Promise<Answer | undefined> {
  try {
    return await ask(bucket, question);
  } catch (error) {
    if (error instanceof StoreError && error.status === 404 && error.reason !== 'NoSuchBucket')
      return undefined;
    throw error;
  }
}

/** The content stored under a name, as text of at most 4 MiB. Throws. */
export async function readFromBucket(bucket: Bucket, name: string, signal?: AbortSignal): Promise<string> {
  return (await ask(bucket, { method: 'GET', name, signal })).text;
}

/** Deletes this name. Throws; a missing name is not an error. */
export async function removeFromBucket(bucket: Bucket, name: string, signal?: AbortSignal): Promise<void> {
  await ask(bucket, { method: 'DELETE', name, signal });
}

type Question = {
  method: 'PUT' | 'HEAD' | 'GET' | 'DELETE';
  name?: string;
  url?: string;
  file?: string;
  size?: number;
  hash?: string;
  maxBytes?: number;
  signal?: AbortSignal | undefined;
};

type Answer = { headers: IncomingMessage['headers']; body: Buffer<ArrayBuffer>; text: string };

/** The store refused, for a reason in its own words. */
class StoreError extends Error {
  readonly status: number;
  readonly reason: string | undefined;

  constructor(status: number, reason: string | undefined) {
    super(`the store returned ${status}${reason ? ` ${reason}` : ''}`);
    this.status = status;
    this.reason = reason;
  }
}

async function ask(bucket: Bucket, question: Question): Promise<Answer> {
  const { method, name = '', file, size = 0, hash = NOTHING, maxBytes = MOST_ANSWER, signal } = question;
  const { AwsV4Signer } = await import('aws4fetch');
  const { region, accessKeyId, secretAccessKey } = bucket;
  const signer = new AwsV4Signer({
    method,
    url: question.url ?? `${bucket.address}${encodeURIComponent(name)}`,
    headers: { 'X-Amz-Content-Sha256': hash },
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
  });
  const { url, headers } = await signer.sign();
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  const sent = send(url, {
    method,
    headers: { ...Object.fromEntries(headers), ...(file ? { 'Content-Length': size } : {}) },
    timeout: SILENT_MS,
    ...(signal ? { signal } : {}),
  });
  sent.on('timeout', () => sent.destroy(new Error('the store does not respond')));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  answered.catch(() => undefined);
  if (file) await pipeline(createReadStream(file), sent).catch(() => undefined);
  else sent.end();
  return readAnswer(await answered, maxBytes);
}

async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the response of the store is too large');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const { statusCode = 0, headers } = response;
  if (statusCode >= 200 && statusCode < 300)
    return {
      headers,
      body,
      get text() {
        return body.toString('utf8');
      },
    };
  throw new StoreError(statusCode, /<Code>([\w.]{1,60})<\/Code>/.exec(body.toString('utf8'))?.[1]);
}
