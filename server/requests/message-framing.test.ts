/** One message is one request: ambiguous ones are refused, and the connection is closed. */
import { expect, test } from 'vitest';
import { ambiguous, SMUGGLED } from '../../tests/ambiguous-messages.ts';
import { openServer } from '../../tests/open-server.ts';
import { sendRaw } from '../../tests/raw-socket.ts';

test('R-59 an ambiguous message is a 400, ends the connection, and nothing after it is read', async () => {
  await using server = await openServer();
  for (const [name, text] of ambiguous) {
    const { statuses, received, isClosed } = await sendRaw(server.port, text);
    expect([name, statuses, isClosed]).toEqual([name, [400], true]);
    expect(received).not.toContain('404');
  }
}, 60_000);

test('R-59 unambiguous messages get responses, one after the other', async () => {
  await using server = await openServer();
  const chunked =
    'POST /preferences/theme HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n3\na=b\n0\n\n';
  const { statuses } = await sendRaw(server.port, `${chunked}${SMUGGLED}`);
  expect(statuses).toEqual([303, 404]);
});

test('R-58 more than 64 headers, overlong ones, and unknown methods are refused', async () => {
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
