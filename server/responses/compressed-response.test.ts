import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openServer } from '../../tests/open-server.ts';
import { compressed } from './compressed-response.ts';

const text = 'The belfry rings at noon. '.repeat(100);
const html = { 'Content-Type': 'text/html; charset=utf-8' };
const everything = { 'accept-encoding': 'gzip, br' };

function asked(headers: Record<string, string>, method = 'GET'): IncomingMessage {
  return { method, headers } as unknown as IncomingMessage;
}

test('the login page is compressed for clients that accept it', async () => {
  await using server = await openServer();
  const plain = await server.ask('/login');
  const br = await server.ask('/login', { 'Accept-Encoding': 'gzip, br' });
  const gzip = await server.ask('/login', { 'Accept-Encoding': 'gzip' });
  for (const { headers } of [plain, br, gzip]) expect(headers.vary).toContain('Accept-Encoding');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(brotliDecompressSync(br.body).toString()).toContain('Login');
  expect(gunzipSync(gzip.body).toString()).toContain('Login');
  expect(br.body.length).toBeLessThan(plain.body.length / 2);
  const head = await server.ask('/login', everything, 'HEAD');
  expect([head.status, head.body.length]).toEqual([200, 0]);
});

test("a logged-in user's page is compressed for requests from this site, never for those from other sites", async () => {
  await using server = await openServer();
  const cookie = await server.site.asAdmin();
  const encodings = [];
  for (const from of ['same-origin', 'none', 'cross-site', 'same-site', '']) {
    const answer = await server.ask('/admin/articles', { ...everything, ...cookie, 'Sec-Fetch-Site': from });
    expect(answer.status).toBe(200);
    encodings.push(answer.headers['content-encoding']);
  }
  expect(encodings).toEqual(['br', 'br', undefined, undefined, undefined]);
});

test('a page is compressed while it is streamed', async () => {
  let more: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      more = controller;
      controller.enqueue(Buffer.from(text));
    },
  });
  const answer = await compressed(asked(everything), new Response(body, { headers: html }));
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  expect(first?.value?.length).toBeGreaterThan(0);
  more?.enqueue(Buffer.from('the end'));
  more?.close();
  const chunks = [first?.value ?? new Uint8Array()];
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
    chunks.push(next.value);
  expect(brotliDecompressSync(Buffer.concat(chunks)).toString()).toBe(`${text}the end`);
});

test('an error in the source stream fails the compressed stream', async () => {
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isFirst) controller.enqueue(Buffer.from(text));
      else controller.error(new Error('on purpose'));
      isFirst = false;
    },
  });
  const answer = await compressed(asked(everything), new Response(body, { headers: html }));
  await expect(answer.arrayBuffer()).rejects.toThrow();
});

test('a client that stops reading stops the rendering', async () => {
  const ended = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Buffer.from(text)),
    cancel: () => ended.resolve(),
  });
  const answer = await compressed(asked(everything), new Response(body, { headers: html }));
  await answer.body?.cancel();
  await ended.promise;
});

test.each([
  ['a short answer', 'Not here.', html],
  ['a picture', text, { 'Content-Type': 'image/png' }],
  ['events as they happen', text, { 'Content-Type': 'text/event-stream' }],
  ['what is compressed already', text, { ...html, 'Content-Encoding': 'gzip' }],
  ['what must not be transformed', text, { ...html, 'Cache-Control': 'no-transform' }],
])('%s is left alone', async (_, body, headers: Record<string, string>) => {
  const answer = await compressed(asked(everything), new Response(body, { headers }));
  expect(answer.headers.get('Content-Encoding')).toBe(headers['Content-Encoding'] ?? null);
  expect(await answer.text()).toBe(body);
});

test('a response without a body keeps its headers, and a compressed one has a different ETag', async () => {
  const bare = new Response(null, { status: 304, headers: { ...html, ETag: '"a"' } });
  expect(await compressed(asked(everything), bare)).toBe(bare);
  const headers = new Headers({ ...html, ETag: '"a"', 'Content-Length': String(text.length) });
  headers.append('Set-Cookie', 'a=1');
  headers.append('Set-Cookie', 'b=2');
  const answer = await compressed(asked(everything), new Response(text, { headers }));
  expect([answer.headers.get('ETag'), answer.headers.get('Content-Length')]).toEqual(['W/"a"', null]);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});
