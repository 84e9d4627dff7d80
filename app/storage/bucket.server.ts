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
import { hashFile } from './file-hash.server.ts';

/** `address` is that of the bucket and of a folder in it, ending in a slash. */
export type Bucket = { address: string; region: string; accessKeyId: string; secretAccessKey: string };

/** The limit of one request; a larger town needs a folder for its second copy. */
const MOST_BYTES = 5 * 1024 ** 3;
const SILENT_MS = 60_000;
const MOST_ANSWER = 4 * 1024 * 1024;
/** SHA-256 of nothing. */
const NOTHING = createHash('sha256').digest('hex');

/**
 * A bucket from an address `https://KEY:SECRET@HOST/BUCKET/FOLDER?region=REGION`; undefined when it is invalid. Special
 * characters of the key are URL-encoded.
 */
export function parseBucket(text: string): Bucket | undefined {
  const url = URL.parse(text);
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

/** The names in the bucket that begin with `prefix`, in order. Throws. */
export async function listBucket(bucket: Bucket, prefix: string, signal?: AbortSignal): Promise<string[]> {
  const { origin, pathname } = new URL(bucket.address);
  const [, name = '', ...folder] = pathname.split('/');
  const inside = folder.join('/');
  const names: string[] = [];
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${inside}${prefix}` });
    if (token) query.set('continuation-token', token);
    const { text } = await ask(bucket, { method: 'GET', url: `${origin}/${name}?${query}`, signal });
    for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) names.push(key.slice(inside.length));
    token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1];
  } while (token);
  return names.sort();
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
  signal?: AbortSignal | undefined;
};

type Answer = { headers: IncomingMessage['headers']; text: string };

async function ask(bucket: Bucket, question: Question): Promise<Answer> {
  const { method, name = '', file, size = 0, hash = NOTHING, signal } = question;
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
  return readAnswer(await answered);
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MOST_ANSWER) throw new Error('the response of the store is too large');
  }
  const { statusCode = 0, headers } = response;
  if (statusCode >= 200 && statusCode < 300) return { headers, text };
  const code = /<Code>([\w.]{1,60})<\/Code>/.exec(text)?.[1];
  throw new Error(`the store returned ${statusCode}${code ? ` ${code}` : ''}`);
}
