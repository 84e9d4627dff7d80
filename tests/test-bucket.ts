import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TestBucket = AsyncDisposable & {
  /** As in the setting, with a folder in the bucket. */
  url: string;
  objects: Map<string, Buffer>;
  /** Its responses, as `METHOD status`. */
  answers: string[];
};

const KEY = 'AKIAEXAMPLE';
const SECRET = 'a/secret+key';
const REGION = 'eu-central-1';

/** A store on loopback that accepts requests signed with AWS Signature Version 4, and with the right hash. */
export async function openTestBucket(): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  const answers: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { status, body = '', length } = answer(request, Buffer.concat(chunks), objects);
    answers.push(`${request.method} ${status}`);
    response.writeHead(status, length === undefined ? {} : { 'Content-Length': length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/town/belfry?region=${REGION}`,
    objects,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Answer = { status: number; body?: string; length?: number };

function answer(request: IncomingMessage, body: Buffer, objects: Map<string, Buffer>): Answer {
  const hash = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== hash) return { status: 400 };
  if (request.headers.authorization !== expectedAuthorization(request, hash))
    return { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' };
  const url = new URL(request.url ?? '', 'http://store');
  const key = decodeURIComponent(url.pathname.slice('/town/'.length));
  if (request.method === 'PUT') objects.set(key, body);
  if (request.method === 'DELETE') objects.delete(key);
  if (request.method === 'HEAD')
    return { status: objects.has(key) ? 200 : 404, length: objects.get(key)?.length ?? 0 };
  const stored = request.method === 'GET' && objects.get(key);
  if (stored) return { status: 200, body: stored.toString() };
  if (request.method === 'GET') return { status: 200, body: listing(objects, url.searchParams) };
  return { status: request.method === 'DELETE' ? 204 : 200 };
}

/** One name at a time, so that clients must page. */
function listing(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const next = from + 1 < keys.length ? `<NextContinuationToken>${from + 1}</NextContinuationToken>` : '';
  const found = keys.slice(from, from + 1).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  return `<ListBucketResult>${found.join('')}${next}</ListBucketResult>`;
}

/** The documented algorithm of Signature Version 4, from the request as received. */
function expectedAuthorization({ method, url = '', headers }: IncomingMessage, hash: string): string {
  const [path = '', query = ''] = url.split('?');
  const signed = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  const canonicalHeaders = signed.split(';').map((name) => `${name}:${headers[name]}\n`);
  const sorted = query
    .split('&')
    .filter(Boolean)
    .map((pair) =>
      pair
        .split('=')
        .map((part) => encodeURIComponent(decodeURIComponent(part.replaceAll('+', ' '))))
        .join('='),
    )
    .sort();
  const canonical = [method, path, sorted.join('&'), canonicalHeaders.join(''), signed, hash].join('\n');
  const time = String(headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const mac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const key = scope.split('/').reduce<string | Buffer>((from, part) => mac(from, part), `AWS4${SECRET}`);
  const signature = mac(key, text).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${KEY}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}
