/** One message is one request: what two readers may read differently is refused, and the connection ends. */
import { expect, test } from 'vitest';
import { openServer } from '../tests/open-server.ts';
import { sendRaw } from '../tests/raw-socket.ts';

/** What would be taken for a second request by somebody who reads the first one differently. */
const SMUGGLED = 'GET /smuggled HTTP/1.1\nHost: localhost\n\n';

// ␊ is a line feed alone; all other line ends are sent as they should be.
const ambiguous: [string, string][] = [
  [
    'Content-Length and Transfer-Encoding',
    `POST /login HTTP/1.1\nHost: x\nContent-Length: 4\nTransfer-Encoding: chunked\n\n0\n\n${SMUGGLED}`,
  ],
  [
    'Transfer-Encoding and Content-Length',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\nContent-Length: 4\n\n0\n\n${SMUGGLED}`,
  ],
  [
    'two lengths',
    `POST /login HTTP/1.1\nHost: x\nContent-Length: 0\nContent-Length: ${SMUGGLED.length}\n\n${SMUGGLED}`,
  ],
  ['a list of lengths', `POST /login HTTP/1.1\nHost: x\nContent-Length: 0, 0\n\n${SMUGGLED}`],
  ['a length with a sign', `POST /login HTTP/1.1\nHost: x\nContent-Length: +0\n\n${SMUGGLED}`],
  [
    'chunked, identity',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: chunked, identity\n\n0\n\n${SMUGGLED}`,
  ],
  [
    'identity, chunked',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: identity, chunked\n\n0\n\n${SMUGGLED}`,
  ],
  [
    'two encodings',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\nTransfer-Encoding: identity\n\n0\n\n${SMUGGLED}`,
  ],
  [
    'an encoding in disguise',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: xchunked\n\n0\n\n${SMUGGLED}`,
  ],
  ['a space before the colon', `POST /login HTTP/1.1\nHost: x\nContent-Length : 0\n\n${SMUGGLED}`],
  [
    'a space before the colon of the encoding',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding : chunked\n\n0\n\n${SMUGGLED}`,
  ],
  ['a folded header', `GET /articles HTTP/1.1\nHost: x\nX-One: a\n folded: b\n\n${SMUGGLED}`],
  ['a folded encoding', `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding:\n chunked\n\n0\n\n${SMUGGLED}`],
  ['bare line feeds', `GET /articles HTTP/1.1␊Host: x␊␊${SMUGGLED}`],
  ['a bare line feed in the headers', `GET /articles HTTP/1.1\nHost: x␊X-One: a\n\n${SMUGGLED}`],
  [
    'HTTP/1.0 with an encoding',
    `POST /login HTTP/1.0\nHost: x\nTransfer-Encoding: chunked\n\n0\n\n${SMUGGLED}`,
  ],
  [
    'an absolute address with another host',
    `GET http://evil.example/articles HTTP/1.1\nHost: localhost\n\n${SMUGGLED}`,
  ],
  ['an address without a slash', `GET articles HTTP/1.1\nHost: localhost\n\n${SMUGGLED}`],
  ['no Host', `GET /articles HTTP/1.1\n\n${SMUGGLED}`],
  ['two Hosts', `GET /articles HTTP/1.1\nHost: localhost\nHost: evil.example\n\n${SMUGGLED}`],
  ['a NUL in a header', `GET /articles HTTP/1.1\nHost: x\nX-One: a\0b\n\n${SMUGGLED}`],
  [
    'a chunk whose length is none',
    `POST /login HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\nzz\n\n${SMUGGLED}`,
  ],
];

test('R-59 what can be read in two ways is a 400, ends the connection, and nothing after it is read', async () => {
  await using server = await openServer();
  for (const [name, text] of ambiguous) {
    const { statuses, received, isClosed } = await sendRaw(server.port, text);
    expect([name, statuses, isClosed]).toEqual([name, [400], true]);
    expect(received).not.toContain('404');
  }
}, 60_000);

test('R-59 what can be read in one way only is answered, one after the other', async () => {
  await using server = await openServer();
  const chunked =
    'POST /preferences/theme HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n3\na=b\n0\n\n';
  const { statuses } = await sendRaw(server.port, `${chunked}${SMUGGLED}`);
  expect(statuses).toEqual([303, 404]);
});

test('R-58 more than 64 headers, too long ones, and methods nobody means are refused', async () => {
  await using server = await openServer();
  const headers = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: a\n`).join('');
  const ask = async (head: string) =>
    (await sendRaw(server.port, `GET /articles HTTP/1.1\nHost: x\n${head}\n`)).statuses;
  expect(await ask(headers(63))).toEqual([200]);
  expect(await ask(headers(64))).toEqual([431]);
  expect(await ask(headers(1000))).toEqual([431]);
  expect(await ask(`X-Long: ${'a'.repeat(17_000)}\n`)).toEqual([431]);
  const odd = await sendRaw(server.port, 'TRACE /articles HTTP/1.1\nHost: x\n\n');
  expect([odd.statuses, /allow: GET/i.test(odd.received)]).toEqual([[405], true]);
});
