import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openServer } from '../../tests/open-server.ts';
import { openStaticFiles } from './static-files.ts';

const client = new URL('../../build/client/', import.meta.url);

function assetOf(pattern: RegExp): string {
  const name = readdirSync(new URL('assets/', client)).find((file) => pattern.test(file));
  if (!name) throw new Error(`no asset is named ${pattern}`);
  return `/assets/${name}`;
}

test('a stylesheet is sent in the smallest form the client accepts, each with its own ETag', async () => {
  await using server = await openServer();
  const path = assetOf(/^site-.*\.css$/);
  const plain = await server.ask(path);
  const br = await server.ask(path, { 'Accept-Encoding': 'gzip, br' });
  const gzip = await server.ask(path, { 'Accept-Encoding': 'gzip, br;q=0' });
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  for (const { headers, body } of [plain, br, gzip]) {
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['content-type']).toBe('text/css; charset=utf-8');
  }
});

test('files named by their content are cached for a year, others for an hour, all with security headers', async () => {
  await using server = await openServer();
  const hashed = await server.ask(assetOf(/^entry\.client-.*\.js$/));
  const icon = await server.ask('/favicon.svg?v=1');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(icon.headers['cache-control']).toBe('public, max-age=3600');
  for (const { status, headers } of [hashed, icon]) {
    expect(status).toBe(200);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['content-security-policy']).toContain('sandbox');
  }
});

test("a file's matching ETag returns a 304, and HEAD returns only the headers", async () => {
  await using server = await openServer();
  const path = assetOf(/^newsreader.*-normal-.*\.woff2$/);
  const { headers } = await server.ask(path);
  const again = await server.ask(path, { 'If-None-Match': `"x", W/${headers.etag}` });
  expect([again.status, again.body.length, again.headers['cache-control']]).toEqual([
    304,
    0,
    headers['cache-control'],
  ]);
  const head = await server.ask(path, {}, 'HEAD');
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
    200,
    0,
    headers['content-length'],
  ]);
});

test.each([
  '/assets/../../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/',
  '/favicon.svg/',
  '/.vite/manifest.json',
  '/favicon',
])('%s is no file', async (path) => {
  await using server = await openServer();
  expect((await server.ask(path)).status).toBe(404);
});

test('compressed forms have no address', async () => {
  await using server = await openServer();
  expect((await server.ask(`${assetOf(/^site-.*\.css$/)}.br`)).status).toBe(404);
});

test('the build compresses every text file that benefits from it', () => {
  const files = readdirSync(client, { recursive: true }).map(String);
  const texts = files.filter(
    (file) => /\.(js|css|svg)$/.test(file) && readFileSync(new URL(file, client)).length >= 1024,
  );
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((file) => !files.includes(`${file}.br`) || !files.includes(`${file}.gz`))).toEqual([]);
});

test('a file deleted after startup is a 404 unless it was requested before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-files-'));
  writeFileSync(join(folder, 'old.js'), 'old');
  writeFileSync(join(folder, 'kept.js'), 'kept');
  const files = openStaticFiles(folder);
  const ask = (url: string) => {
    const message = { method: 'GET', url, headers: {} } as IncomingMessage;
    const response = { writeHead: () => response, end: () => response } as unknown as ServerResponse;
    return files(message, response);
  };
  expect(ask('/kept.js')).toBe(true);
  rmSync(folder, { recursive: true });
  expect(ask('/old.js')).toBe(false);
  expect(ask('/kept.js')).toBe(true);
});
