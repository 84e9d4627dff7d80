import { expect, test } from 'vitest';
import { openServer } from '../../tests/open-server.ts';
import { sendRaw } from '../../tests/raw-socket.ts';

const malformed: [status: number, name: string, text: string][] = [
  [400, 'bytes that are not HTTP', 'hello\n\n'],
  [400, 'no Host', 'GET /articles HTTP/1.1\n\n'],
  [400, 'a length that is not a number', 'POST /login HTTP/1.1\nHost: x\nContent-Length: many\n\n'],
  [
    413,
    'a chunk with a very long extension',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n3;${'a'.repeat(20_000)}\nabc\n0\n\n`,
  ],
  [
    417,
    'an expectation nobody can meet',
    'POST /login HTTP/1.1\nHost: x\nExpect: tea\nContent-Length: 0\n\n',
  ],
  [431, 'a header that is too long', `GET /articles HTTP/1.1\nHost: x\nX-Long: ${'a'.repeat(17_000)}\n\n`],
];

const inEveryResponse = [
  'x-content-type-options: nosniff',
  'referrer-policy: ',
  'cross-origin-opener-policy: same-origin',
  'cross-origin-resource-policy: same-origin',
  'permissions-policy: ',
  "content-security-policy: default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security: max-age=31536000',
  'cache-control: no-store',
  'connection: close',
];

test('R-24 a malformed request gets a response with the security headers, and the connection is closed', async () => {
  await using server = await openServer({ environment: { BELFRY_URL: 'https://town.example' } });
  for (const [status, name, text] of malformed) {
    const { statuses, received, isClosed } = await sendRaw(server.port, text);
    expect([name, statuses, isClosed]).toEqual([name, [status], true]);
    for (const header of inEveryResponse) expect(`${name}: ${received.toLowerCase()}`).toContain(header);
  }
});

test('R-24 a request that never ends is a 408 with those headers', async () => {
  await using server = await openServer({
    environment: { BELFRY_URL: 'https://town.example' },
    limits: { headersTimeout: 100, checkInterval: 50 },
  });
  const { statuses, received } = await sendRaw(server.port, 'GET /articles HTTP/1.1\nHost: x\n', {
    quietMs: 5000,
  });
  expect(statuses).toEqual([408]);
  for (const header of inEveryResponse) expect(received.toLowerCase()).toContain(header);
});
